"""Whole games of four people over weeks, through the services themselves: who ends them, who plays them, who is told.

People answer by stated habits (`habits`); the site's own clock, absences, deputies, vacant seats, plans and deliveries
do the rest, at the pace of a clock that is moved on (`games`).
"""
