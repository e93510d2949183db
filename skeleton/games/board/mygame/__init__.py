"""Drawings of My Game."""
