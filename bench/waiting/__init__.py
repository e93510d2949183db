"""How often a game of people waits for somebody: asked in turn, at once, with plans, and with next picks and orders.

clock: what counts as a wait, mails and simulated hours; deciders: people who play sensibly, and how they rank answers;
trace: a game in which everybody is asked each time, and the waits it would have had; planned: a game of people who
plan; figures: all that of some shared deals.
"""
