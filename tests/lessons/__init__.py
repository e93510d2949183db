"""The lessons."""
