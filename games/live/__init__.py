"""What open pages hear at once: announcements over the channel layer, and the sockets."""
