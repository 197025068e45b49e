# Constants that say their types, graphs of runs with the state of a module as inputs, traces without changes in place, arguments by name.
import io
import re
import warnings
import zipfile
from typing import Any, Dict, List, Optional, Tuple, Union

import torch
from torch import nn
from torch._C import _infer_size, _propagate_shapes

warnings.filterwarnings("ignore")


def show(graph):
    print(re.sub(r" # .*", "", str(graph)))


for text in ("torch.jit.annotate(List[int], [])", "torch.jit.annotate(List[Optional[int]], [1, None])", "[[1], torch.jit.annotate(List[int], [])]", "([1.5], torch.jit.annotate(List[str], []))",
             "(torch.jit.annotate(Dict[str, float], {}), 1)", "torch.jit.annotate(Dict[str, Optional[int]], {'a': 1, 'b': None})", "([], 1)", "{'a': torch.jit.annotate(List[int], [])}",
             "(torch.jit.annotate(Optional[int], None), 1)", "torch.jit.annotate(Tuple[Optional[int], int], (1, 2))", "[torch.tensor(1)], torch.tensor(2)", "{'a': torch.tensor([1, 2])}",
             "torch.jit.annotate(List[Optional[Tensor]], [torch.tensor(1), None])"):
    unit = torch.jit.CompilationUnit(f"def func():\n    return {text}\n")
    torch._C._jit_pass_constant_propagation(unit.func.graph)
    show(unit.func.graph)
    print(unit.func.code)


class Shared(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = self.a = nn.Parameter(torch.ones(2, 2))
        self.l = nn.Linear(2, 2)
        self.l2 = self.l

    def forward(self, x):
        return self.l2(self.l(x)) * self.a + self.b


def changes(x, y):
    out = torch.zeros(2, 2)
    out.copy_(x)
    out += 1
    out.mul_(y).relu_()
    out.masked_fill_(x > 0, 1)
    return out.zero_(), torch.ones(2).fill_(3), out.clamp_(0, 1)


x = torch.ones(2, 2)
graph, out, inputs = torch.jit._get_trace_graph(Shared(), x, return_inputs=True)
show(graph)
print(len(inputs), out.shape)
for outplace in (False, True):
    show(torch.jit._get_trace_graph(changes, (x, x + 1), _force_outplace=outplace)[0])
show(torch.jit.trace(lambda x: x.add_(1), x, _force_outplace=True, check_trace=False).graph)
show(torch.jit._get_trace_graph(lambda x, y: (x + y[0], [y[1], x]), (x, (x + 1, x + 2)))[0])
show(torch.jit._get_trace_graph(lambda x: {"a": x + 1}, x)[0])


class ByName(nn.Module):
    def forward(self, key2=None, key3=None, key4=None, key1=None):
        return key1 + key2 * key3


given = {"key1": torch.ones(1), "key2": torch.ones(1), "key3": torch.ones(1)}
show(torch.jit.trace(ByName(), example_kwarg_inputs=given).graph)
print(torch.jit.trace_module(ByName(), {"forward": given}, example_inputs_is_kwarg=True)(**given))


def branches(x, y, z):
    if bool(x):
        x, y, z = x + 1, y, z
    else:
        x, y, z = x + 1, x, y
    return x, y, z


show(_propagate_shapes(torch.jit.script(branches).graph, (torch.zeros(2, 2), torch.zeros(2, 4, dtype=torch.long), torch.zeros(2, 4)), False))


@torch.jit.script
def sizes(x, y):
    return _infer_size(x.size(), y.size()), torch._C._get_tracing_state(), x.where(x > 0.0, y)


show(sizes.graph)


@torch.jit.script
def knows(x):
    return x + 1 if torch.jit.is_tracing() else x


show(knows.graph)


def any_of(x: bool) -> Any:
    return "out" if x else {}


scripted = torch.jit.script(any_of)
print(scripted.code, scripted(True), scripted(False))

buffer = io.BytesIO()
writer = torch._C.PyTorchFileWriter(buffer)
writer.write_record("a", b"hello", 5)
writer.write_record("data/0", torch.ones(3).untyped_storage(), 12)
writer.set_min_version(3)
writer.write_end_of_file()
buffer.seek(0)
reader = torch._C.PyTorchFileReader(buffer)
print(reader.get_all_records(), reader.get_record("a"), reader.get_record("version"), reader.has_record("b"), reader.get_record_offset("data/0"), reader.get_record_size("data/0"))
print(writer.archive_name(), sorted(writer.get_all_written_records()), len(buffer.getvalue()))
for wrong in (lambda: writer.write_record("y", b"1", 1), lambda: torch._C.PyTorchFileReader(io.BytesIO(b"abc")), lambda: torch._C.PyTorchFileReader("/nowhere")):
    try:
        wrong()
    except RuntimeError as error:
        print(str(error)[:110])
for obj in (torch.ones(3), nn.Linear(10, 10).state_dict(), {"a": 1}, [1, "x", torch.zeros(1000)]):
    buffer = io.BytesIO()
    torch.save(obj, buffer)
    print(len(buffer.getvalue()), [(i.filename, i.header_offset, i.flag_bits) for i in zipfile.ZipFile(buffer).infolist()][:3])
