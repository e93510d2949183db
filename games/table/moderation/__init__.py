"""What staff do to a game: with a reason, in one transaction with its entry in the audit trail, told to the players.

One module per kind of action. `by` is the moderator (signed in with two factors and without a seat at the game), None
an operator at the console. All raise Refused (games.table.errors), and then nothing has changed.
"""
