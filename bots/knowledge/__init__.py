"""Expert knowledge for the search: one package per game, compiled with the engine."""
