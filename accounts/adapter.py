from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.models import User


class Adapter(DefaultAccountAdapter):
    """Where our answers differ from allauth's."""

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Tell whoever knows the password why they cannot come in."""
        context = {"reason": user.suspension_reason, "since": user.suspended_at}
        return render(request, "account/account_inactive.html", context, status=403)
