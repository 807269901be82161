"""The stored log: who may see what of it, copies for one audience, match files, verifying."""
