"""The computer players: search, what it knows of each game, levels, the arena that measures them."""
