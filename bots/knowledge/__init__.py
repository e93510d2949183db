"""What the search knows of each game: one module per game, compiled with the engine."""
