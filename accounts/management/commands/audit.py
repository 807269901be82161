"""Read the whole audit of the staff's acts, and say whether anything in it was changed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import audit


class Command(BaseCommand):
    help = "Work every digest of the audit out again. Fails if an entry was changed or left out."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--expect",
            default="",
            metavar="DIGEST",
            help="a digest that an earlier run printed: it must be in the audit still",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        verdict = audit.verify(expected=options["expect"])
        if verdict.wrong is not None:
            raise CommandError(f"The chain is broken at entry {verdict.wrong}.")
        if not verdict.has_expected:
            raise CommandError("The digest that was expected is not in the audit.")
        self.stdout.write(f"{verdict.entries} entries, the chain is whole: {verdict.digest}")
