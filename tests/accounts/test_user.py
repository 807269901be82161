import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError

from accounts.models import User


def test_an_account_is_our_own_model() -> None:
    assert get_user_model() is User


@pytest.mark.django_db
def test_a_password_is_kept_as_an_argon2_hash() -> None:
    user = User.objects.create_user("ada", password="a long sentence")
    assert user.password.startswith("argon2")
    assert user.check_password("a long sentence")


@pytest.mark.django_db
def test_two_accounts_cannot_share_a_name() -> None:
    User.objects.create_user("ada")
    with pytest.raises(IntegrityError):
        User.objects.create_user("ada")
