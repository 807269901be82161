"""How times are written, where Django would write them otherwise."""
