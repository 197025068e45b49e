"""Which functional optimizer steps as an optimizer does."""

functional_optim_map = {}  # filled by the package, which defines them


def register_functional_optim(key, optim):
    """Makes optim the functional optimizer of key, unless that has one."""
    if key not in functional_optim_map:
        functional_optim_map[key] = optim


def as_functional_optim(optim_cls, *args, **kwargs):
    """The functional optimizer of a class, without parameters."""
    try:
        functional = functional_optim_map[optim_cls]
    except KeyError as e:
        raise ValueError(f"Optimizer {optim_cls} does not have a functional counterpart!") from e
    return functional([], *args, **kwargs, _allow_empty_param_list=True)
