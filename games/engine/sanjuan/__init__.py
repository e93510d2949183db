"""San Juan: the rules of the card game. Entered through games.engine.registry."""
