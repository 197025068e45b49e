"""Programs that show a graph on which a compiler fails."""
