"""Hypothesis without a clock: a busy machine must not fail a test."""

from hypothesis import settings

settings.register_profile("adit", deadline=None, max_examples=60)
settings.load_profile("adit")
