# What passes tell of themselves: graphs behind them, with > in front of a pass's file what it changes, too.
import torch

torch._C._jit_set_logging_stream("stdout")


@torch.jit.script
def before(x, y: int):
    return -x + y



def title(text):
    print("==", text, flush=True)


def run(name, text, *more):
    title(name)
    getattr(torch._C, "_jit_pass_" + name)(torch._C.parse_ir(text), *more)


def watch(option):
    torch._C._jit_set_logging_option(option)


straight = """graph(%x : Tensor, %y : int):
  %two : int = prim::Constant[value=2]()
  %three : int = prim::Constant[value=3]()
  %a : int = aten::add(%two, %three)
  %b : int = aten::add(%two, %three)
  %one : int = prim::Constant[value=1]()
  %c : Tensor = aten::add(%x, %a, %one)
  %d : Tensor = aten::add(%x, %b, %one)
  %pair : (Tensor, Tensor) = prim::TupleConstruct(%c, %d)
  %e : Tensor, %f : Tensor = prim::TupleUnpack(%pair)
  %unread : Tensor = aten::mul(%e, %f)
  %r : Tensor = aten::mul(%e, %f)
  return (%r)
"""
branches = """graph(%x : Tensor, %p : bool):
  %t : bool = prim::Constant[value=1]()
  %two : int = prim::Constant[value=2]()
  %m : Tensor = prim::If(%t)
    block0():
      %a : Tensor = aten::mul(%x, %two)
      -> (%a)
    block1():
      -> (%x)
  %u : Tensor, %w : Tensor = prim::If(%p)
    block0():
      %b : Tensor = aten::neg(%m)
      %c : Tensor = aten::abs(%m)
      -> (%b, %c)
    block1():
      -> (%m, %x)
  return (%w)
"""

title("D43")
torch._C._jit_pass_constant_propagation(torch._C.parse_ir(straight))
for option in ("constant_propagation", ">constant_propagation:>dead_code_elimination.cpp", "dead_code_elimination"):
    watch(option)
    print("option", torch._C._jit_get_logging_option(), flush=True)
    run("constant_propagation", straight)
    run("constant_propagation_immutable_types", branches)
    run("dce", straight)
    run("dce_graph", branches)
watch(">common_subexpression_elimination:lower_tuples")
run("cse", straight)
run("lower_all_tuples", straight)
watch("inliner:peephole:peephole_non_tensor:concat_opt")
run("inline", branches)
run("peephole", branches)
watch("no_such_pass:inliner.h")
run("inline", branches)
run("dce_graph", branches)
# what is compiled tells it, too
watch("constant_propagation:lower_tuples:>dead_code_elimination")
unit = torch.jit.CompilationUnit("""
def compiled(x, y: int):
    z = 2 * 3
    pair = (x, z)
    if z > 3:
        return torch.neg(x)
    return torch.abs(pair[0])
""")
unit.compiled
title("done")
watch("")
print(unit.compiled.graph)
