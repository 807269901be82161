"""For `bench live`, which asks a server in earnest how often it renders."""

from typing import Any

from games import rendering
from games.management.commands import serve


class Command(serve.Command):
    help = "As serve, and writes a line whenever a table is rendered: match, move, seat."

    def handle(self, *args: Any, **options: Any) -> None:
        render = rendering._render

        def counted(visited: Any, copy: Any, key: rendering.Key) -> str:
            self.stdout.write(" ".join(map(str, key[:3])))
            self.stdout.flush()
            return render(visited, copy, key)

        rendering._render = counted
        super().handle(*args, **options)
