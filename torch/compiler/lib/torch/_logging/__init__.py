"""Which artifacts of compilation are logged."""

from torch._C._dynamo import eval_frame as _c

_LOGGERS = {
    "recompiles": "torch._dynamo.guards.__recompiles",
    "recompiles_verbose": "torch._dynamo.guards.__recompiles_verbose",
    "graph_breaks": "torch._dynamo.symbolic_convert.__graph_breaks",
    "guards": "torch._dynamo.guards.__guards",
    "graph_code": "torch._dynamo.output_graph.__graph_code",
    "bytecode": "torch._dynamo.convert_frame.__bytecode",
}


def set_logs(*, all=None, modules=None, **artifacts):
    """Turns artifacts on or off: set_logs(recompiles=True)."""
    import logging

    for name, on in artifacts.items():
        if name in _LOGGERS:
            logging.getLogger(_LOGGERS[name]).setLevel(logging.DEBUG if on else logging.WARNING)
            _c.set_log(name, bool(on), _emit)
        elif name in ("dynamo", "aot", "inductor", "dynamic", "autograd", "fake_tensor"):
            logging.getLogger("torch." + ("_dynamo" if name == "dynamo" else name)).setLevel(on if isinstance(on, int) and not isinstance(on, bool) else logging.INFO)
        else:
            raise ValueError(f"Unrecognized log artifact name passed to torch._logging.set_logs: {name}")


def _emit(name, message):
    import logging

    logger = logging.getLogger(_LOGGERS[name])
    if logger.isEnabledFor(logging.DEBUG):
        logger.debug(message)
