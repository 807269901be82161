"""Every address and form of the site, asked with input that nobody would type.

One engine for the short test in `make test` and for `manage.py fuzz`. A world is set up
(`world.py`), every address that the resolver knows is opened by everyone to learn what forms and
links there are (`places.py`), and then one request after the other, or one socket, is made from
those with something changed (`mutations.py`, `running.py`). An input is made from the seed and its
number alone and leaves nothing behind, so that any of them can be repeated by itself.
"""

from games.management.fuzzing.running import FuzzReport, fuzz

__all__ = ["FuzzReport", "fuzz"]
