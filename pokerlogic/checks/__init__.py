"""Checks of a whole library, one module for each kind of mistake."""
