"""Read gold labels and predictions, in lines, in tables and as tags of tokens."""
