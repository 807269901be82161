"""For `bench live`, which counts how often a real server renders a table, and a part of one."""

from collections.abc import Hashable
from typing import Any

from games.management.commands import serve
from games.matchlog.access import Visit
from games.matchlog.copies import Copy
from games.rendering import environment, table
from games.rendering.parts import Drawing
from games.rendering.table import Fragment


class Command(serve.Command):
    help = "As serve, and writes a line for a table rendered: match, move, seat; or `part`, its id."

    def handle(self, *args: Any, **options: Any) -> None:
        render, draw_part = table._render, environment._part

        def counted(visited: Visit, copy: Copy) -> Fragment:
            self._note(f"{visited.match.pk} {copy.number} {copy.audience}")
            return render(visited, copy)

        def counted_part(name: str, it: Hashable, id_: str) -> Drawing:
            self._note(f"part {id_}")
            return draw_part(name, it, id_)

        table._render = counted
        environment._part = counted_part
        super().handle(*args, **options)

    def _note(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
