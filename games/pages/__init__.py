"""The pages: views by subject, their forms, the lists they show.

A view finds, asks, renders and replies. Its first line finds with permission (`asking.found`).
Writes are in `games.play`; what a page reads is in `games.matchlog` and, for lists of matches and
accounts, in `lists`, `invitations`, `records` and `searches` here.
"""
