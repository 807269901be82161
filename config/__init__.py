"""The site put together: settings, addresses and the way in for servers."""
