"""Who of the staff may act on whose account: nobody on one with more rights than their own."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db.models import Q, QuerySet

from accounts.models import User


def may_act_on(staff: User, user: User) -> bool:
    """Whoever could act on an account with more rights could make it do what they may not."""
    if staff.is_superuser:
        return True
    return not user.is_superuser and rights_of(user) <= rights_of(staff)


def rights_of(user: User) -> set[int]:
    """Of a suspended account too, whose rights Django would not count: it may be let in again."""
    held = Permission.objects.filter(Q(user=user) | Q(group__user=user))
    return set(held.values_list("pk", flat=True))


def groups_within(staff: User) -> QuerySet[Group]:
    """Those into which they may put others: with no right that they lack themselves."""
    beyond = Permission.objects.exclude(pk__in=rights_of(staff))
    return Group.objects.exclude(permissions__in=beyond)
