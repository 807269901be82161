"""The titles: one folder, one game. Found by scanning; there is no list to edit."""
