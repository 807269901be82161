"""The admin site about accounts: who they are, what is held against them, what the staff have done."""

from accounts.admin import audit_log, history, people  # noqa: F401 - importing a module registers its pages
