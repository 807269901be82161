"""For `bench live`, which counts how often a real server renders a table."""

from typing import Any

from games.management.commands import serve
from games.matchlog.access import Visit
from games.matchlog.copies import Copy
from games.rendering import table
from games.rendering.table import Fragment


class Command(serve.Command):
    help = "As serve, and writes a line whenever a table is rendered: match, move, seat."

    def handle(self, *args: Any, **options: Any) -> None:
        render = table._render

        def counted(visited: Visit, copy: Copy) -> Fragment:
            self.stdout.write(f"{visited.match.pk} {copy.number} {copy.audience}")
            self.stdout.flush()
            return render(visited, copy)

        table._render = counted
        super().handle(*args, **options)
