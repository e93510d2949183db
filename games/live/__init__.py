"""Open pages hear that something has changed, and ask for it: a stream of server-sent events for each page.

A stream tells no more than "this game has another version now" and "one of your games has changed". What that is, the
page asks by the addresses that it would poll, where access is checked as ever.
"""
