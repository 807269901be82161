"""Hypothesis without a clock: a busy machine must not fail a test."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "adit",
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("adit")
