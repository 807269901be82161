"""What is said at a table: who hears what, saying it, how far one has read, whom one mutes.

Talk stands beside the log. It is no move and no edition: it makes no page stale, renders no table
and folds nothing. It announces itself apart (`announcing.py`).
"""
