"""Levels play each other here, so that a claim about their strength has a measurement behind it."""
