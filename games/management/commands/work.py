from typing import Any

from django.core.management.base import BaseCommand

from games.management import background


class Command(BaseCommand):
    help = "Run bots, clocks and whatever else happens in the background, until stopped."

    def handle(self, *_args: Any, **_options: Any) -> None:
        background.in_a_thread(background.clock, "clock")
        worker = background.worker()
        worker.configure_signals()
        self.stdout.write("Working; stop with Ctrl-C.")
        self.stdout.flush()
        background.keep_going(worker.run, "worker", goes_on=lambda: worker.running)
