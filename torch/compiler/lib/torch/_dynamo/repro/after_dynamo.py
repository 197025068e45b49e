"""Programs for graphs as Dynamo captures them."""

import torch
from torch._dynamo._repro_inputs import read_inputs, written_inputs
from torch._dynamo.debug_utils import AccuracyError, NNModuleToString, generate_env_vars_string, run_fwd_maybe_bwd, same_two_models

__all__ = ["generate_dynamo_fx_repro_string", "run_repro"]

_IMPORTS = """
import math
from math import inf
import torch
from torch import tensor, device
import torch.fx as fx
import torch._dynamo
from torch._dynamo.testing import rand_strided
from torch._dynamo.debug_utils import run_fwd_maybe_bwd
"""


def generate_dynamo_fx_repro_string(gm, args, compiler_name, check_accuracy=False, *, stable_output=False, save_dir=None, command="run"):
    """A program that makes a graph and its inputs, and compiles it by a backend."""
    settings = "# config omitted due to stable_output=True" if stable_output else "import torch._dynamo.config\nimport torch._inductor.config\nimport torch._functorch.config\n"
    parts = [generate_env_vars_string(stable_output=stable_output), _IMPORTS, settings, "", NNModuleToString.convert(gm), "mod = Repro()", "", written_inputs(gm, args, save_dir)]
    return "\n" + "\n".join(parts) + (
        "\n\nif __name__ == '__main__':\n"
        "    from torch._dynamo.repro.after_dynamo import run_repro\n"
        f"    run_repro(mod, load_args, accuracy={check_accuracy!r}, command={command!r},\n"
        f"        save_dir={save_dir!r}, autocast={torch.is_autocast_enabled()!r}, backend={compiler_name!r})\n"
    )


def run_repro(mod, load_args, *, command="run", accuracy="", save_dir=None, autocast=False, backend="inductor", **kwargs):
    """Runs the graph of a program compiled by its backend."""
    args = read_inputs(load_args, save_dir)
    if command == "get_args":
        return mod, args
    if command != "run":
        raise NotImplementedError(f"run_repro: magneto has no command {command!r}")
    with torch.amp.autocast("cpu", enabled=autocast):
        compiled = torch.compile(mod, backend=backend)
        if accuracy and not same_two_models(mod, compiled, args):
            raise AccuracyError("Dynamo failed")
        run_fwd_maybe_bwd(compiled, args)
