"""Names that functorch tried out."""
