"""The admin site: the staff's desk, and their pages about matches and what is said there. No payload is ever shown."""

from games.admin import audit, desk, matches, people, said, words  # noqa: F401 - importing a module registers its pages
