"""How strong people and bots are: the arithmetic of ratings and the fixed ratings of the bots. It knows no database."""
