"""Being told: what is told to whom, when, by which way, in which words; and once.

Something was written (`looking.heard`), somebody looks what that means to whom (`looking.look`),
each notice goes out by the channels that its account chose (`sending`), unless it is not worth
telling any more when its time has come (`mattering`, `rhythm`). All of it on the slow queue. Messages
are made in `wording` from public facts alone: what a seat knows is not needed to call somebody to
the table, and a mail may be read by anyone.
"""
