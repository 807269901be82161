"""Who you are. Knows nothing of games."""
