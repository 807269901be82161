from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management import background


class Command(BaseCommand):
    help = "Run bots, clocks and whatever else happens in the background, until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--queue",
            action="append",
            choices=list(background.QUEUES),
            help="only this one: quick has bots and clocks, slow the rest; may be said twice",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        first, *others = options["queue"] or background.QUEUES
        background.start(others)
        if first == "quick":
            background.in_a_thread(background.clock, "clock")
        worker = background.worker(first)
        worker.configure_signals()
        self.stdout.write("Working; stop with Ctrl-C.")
        self.stdout.flush()
        background.keep_going(worker.run, "worker", goes_on=lambda: worker.running)
