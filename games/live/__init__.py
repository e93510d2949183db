"""Live pages: each open page has a stream of server-sent events, which tells it that something has changed.

A stream only tells "this game has another version now" and "one of your games has changed". The page then requests the
addresses that it would poll otherwise, where access is checked as always.
"""
