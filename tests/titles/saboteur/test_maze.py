"""A maze goes on from what was known of the one before; it must find what a maze by itself would."""

from __future__ import annotations

from random import Random

import pytest

from games.titles.saboteur.board import EMPTY, GOAL_CELLS, STEPS, Cell, Maze
from games.titles.saboteur.cards import FACES, GOALS, Face, goal_face

FACES_LAID = list(FACES.values())


def a_change(maze: Maze, random: Random) -> tuple[Cell, Face | None]:
    """A card laid where it fits or beside any other, a goal turned up, or a card taken away."""
    kind, cells = random.randrange(10), maze.path_cells()
    if kind < 2 and cells:
        return random.choice(cells), None
    face_down = [cell for cell in GOAL_CELLS if cell not in maze.cards]
    if kind == 2 and face_down:
        goal = FACES[goal_face(random.choice(GOALS)), False]
        return random.choice(face_down), goal
    face = random.choice(FACES_LAID)
    beside = {(x + dx, y + dy) for x, y in maze.cards for _, dx, dy, _ in STEPS}
    anywhere = sorted(beside - maze.cards.keys() - {*GOAL_CELLS})
    fitting = maze.fits(face.sides) if kind < 8 else []
    return random.choice(fitting or anywhere), face


@pytest.mark.parametrize("seed", range(20))
def test_a_maze_made_step_by_step_is_as_one_made_at_once(seed: int) -> None:
    random, maze = Random(seed), EMPTY
    for _ in range(60):
        maze = maze.step(*a_change(maze, random))
        if random.random() < 0.8:  # some mazes nobody looks at
            alone = Maze(maze.cards.copy())
            assert maze.network() == alone.network()
            assert maze.openings() == alone.openings()
            assert [maze.fits(sides) for sides in range(16)] == [
                alone.fits(sides) for sides in range(16)
            ]
