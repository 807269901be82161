from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """An account. Our own model from the first migration on, so that it can grow fields."""
