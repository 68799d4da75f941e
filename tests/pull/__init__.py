"""Pull everything: games that are played to their end while the box's parts come and go."""
