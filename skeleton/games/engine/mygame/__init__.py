"""The rules of My Game (docs/rules/my-game.md)."""
