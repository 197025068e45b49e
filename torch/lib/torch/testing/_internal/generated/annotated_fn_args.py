"""The arguments that functions of operators cannot do without, with their types."""
from torch import _C
from torch.overrides import get_testing_overrides


def _arguments():
    found = {}
    for f in get_testing_overrides():
        wanted = _C._required_arguments(f)
        if wanted is not None:
            found[f] = [{"is_kwarg_only": str(by_name), "name": name, "simple_type": kind} for by_name, name, kind in wanted]
    return found


annotated_args = _arguments()
