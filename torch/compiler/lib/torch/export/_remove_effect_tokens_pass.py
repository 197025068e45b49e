"""Programs without the tokens that keep effects in order."""

from .graph_signature import InputKind, OutputKind

__all__ = []


def _remove_effect_tokens(ep):
    """Programs here have no tokens: calls with effects stand as they are called, in the order of the graph."""
    for spec in ep.graph_signature.input_specs:
        if spec.kind is InputKind.TOKEN:
            raise NotImplementedError("magneto makes no programs with effect tokens")
    if any(spec.kind is OutputKind.TOKEN for spec in ep.graph_signature.output_specs):
        raise NotImplementedError("magneto makes no programs with effect tokens")
    return ep
