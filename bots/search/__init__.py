"""Monte Carlo tree search for any game behind the contract; compiled with the engine."""
