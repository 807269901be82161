"""What the staff do: which acts there are, who may not do them to whom, and that each is written down."""
