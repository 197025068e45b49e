"""Programs for graphs of operators, as a compiler behind AOTAutograd is given them."""

import torch
from torch._dynamo._repro_inputs import InputReader, InputWriter, NopInputReader, read_inputs, written_inputs  # noqa: F401
from torch._dynamo.debug_utils import NNModuleToString, AccuracyError, generate_env_vars_string, same_two_models

__all__ = ["generate_compiler_repro_string", "run_repro", "save_graph_repro"]

_IMPORTS = """
import torch
from torch import tensor, device
import torch.fx as fx
from torch._dynamo.testing import rand_strided
import math
from math import inf
import torch._inductor.inductor_prims
"""


def generate_compiler_repro_string(gm, args, *, stable_output=False, save_dir=None, stable_hash=False, has_distributed_ops=False):
    """A program that makes a graph and the function that makes its inputs."""
    settings = "# config omitted due to stable_output=True" if stable_output else "import torch._dynamo.config\nimport torch._inductor.config\nimport torch._functorch.config\n"
    parts = [generate_env_vars_string(stable_output=stable_output), _IMPORTS, settings, "", "isolate_fails_code_str = None", "", NNModuleToString.convert(gm)]
    return "\n" + "\n".join(parts) + "\n" + written_inputs(gm, args, save_dir, stable_hash) + "\nmod = Repro()\n"


def save_graph_repro(
    fd, gm, args, compiler_name, *, stable_output=False, save_dir=None, command="run", accuracy=None, tracing_mode=None, check_str=None, stable_hash=False,
):
    """Writes the program to a file, with a call that runs it."""
    if tracing_mode is None and any(isinstance(x, torch.SymInt) for x in args):
        tracing_mode = "symbolic"
    fd.write(generate_compiler_repro_string(gm, args, stable_output=stable_output, save_dir=save_dir, stable_hash=stable_hash))
    accuracy = "_accuracy" in compiler_name if accuracy is None else accuracy
    rest = f"save_dir={save_dir!r}, tracing_mode={tracing_mode or 'real'!r}, check_str={check_str!r})"
    fd.write(
        "if __name__ == '__main__':\n"
        "    from torch._dynamo.repro.after_aot import run_repro\n"
        "    with torch.no_grad():\n"
        f"        run_repro(mod, load_args, accuracy={accuracy!r}, command={command!r}, {rest}\n"
        "        # To run it separately, do \n"
        f"        # mod, args = run_repro(mod, load_args, accuracy={accuracy!r}, command='get_args', {rest}\n"
        "        # mod(*args)"
    )


def run_repro(mod, load_args, *, command="run", accuracy="", save_dir=None, tracing_mode=None, patch_code=None, check_str=None, **kwargs):
    """Runs the graph of a program compiled, or gives it with its inputs."""
    from torch.fx.experimental.proxy_tensor import make_fx

    args = read_inputs(load_args, save_dir)
    gm = make_fx(mod, tracing_mode=tracing_mode or "real")(*args)
    if command == "get_args":
        return gm, args
    if command != "run":
        raise NotImplementedError(f"run_repro: magneto has no command {command!r}")
    compiled = torch.compile(gm)
    if accuracy and not same_two_models(gm, compiled, args, only_fwd=True):
        raise AccuracyError("Bad accuracy detected")
    return compiled(*args)
