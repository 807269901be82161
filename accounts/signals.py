"""What the rest of the site may want to hear of. Nothing here knows who listens."""

from django.dispatch import Signal

# Sent with `user_id` after the commit: every log-in of that account has ended, open sockets too.
logins_ended = Signal()

# Sent with `user` inside the transaction that deletes the account, while it is still there.
account_closing = Signal()

# Sent with `user` inside the transaction: the account may not log in until it is let in again.
account_suspended = Signal()
suspension_lifted = Signal()

# Sent with `user` and `kind` inside the transaction, before the sanction is written: the account may
# not do something any more, and goes on playing.
account_barred = Signal()

# Sent with `user` and `sanction` inside the transaction: something is held against the account, is
# not any more, or an appeal was refused.
account_sanctioned = Signal()
