"""Titles, matches, and how they are played and shown."""
