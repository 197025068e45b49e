"""Inputs that are saved with scripted models, and archives for the lite interpreter."""
import io
import warnings
from typing import Dict, List, Optional

import torch
from torch.jit.mobile import _export_operator_list, _get_model_bytecode_version, _load_for_lite_interpreter
from torch.utils import bundled_inputs as bundled

warnings.simplefilter("ignore")


def model():
    class Model(torch.nn.Module):  # of a type of its own
        def forward(self, arg):
            return arg

        @torch.jit.export
        def named(self, a: Optional[Dict[str, torch.Tensor]], b: Optional[str]):
            return a

    return torch.jit.script(Model())


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e)[:200])


def loaded(m):
    buffer = io.BytesIO()
    torch.jit.save(m, buffer)
    buffer.seek(0)
    return torch.jit.load(buffer)


for inputs in ([(torch.rand(1 << 16),)], [torch.ones(1)], "abc", [(torch.ones(1), "a")], [("a",)], [], [(bundled.bundle_large_tensor(torch.ones(3)),)], [(torch.zeros(1 << 16),)]):
    m = model()
    attempt(lambda: bundled.augment_model_with_bundled_inputs(m, inputs) or m.get_all_bundled_inputs())

expressions = []
doubled = """
def {}(self, value: Tensor):
    return value * 2
"""
m = model()
bundled.augment_model_with_bundled_inputs(m, [(bundled.InflatableArg(torch.tensor([1]), "{}.repeat([3])"),), (bundled.InflatableArg(torch.tensor([1, 2]), fmt_fn=doubled),)], expressions)
print(loaded(m).get_all_bundled_inputs(), m.get_num_bundled_inputs())
print(expressions[0])
attempt(lambda: bundled.augment_model_with_bundled_inputs(m, [(torch.ones(1),)]))

m = model()
made = bundled.bundle_inputs(m, {m.forward: [(torch.ones(1),)], m.named: [({"k": torch.ones(2)}, "a"), (None, None)]}, info={m.named: ["hello"]})
print(hasattr(m, "get_all_bundled_inputs"), loaded(made).get_all_bundled_inputs_for_named(), made.get_bundled_inputs_functions_and_info())
again = bundled.bundle_inputs(made, [(torch.zeros(1),)])
print(again.get_all_bundled_inputs(), hasattr(again, "get_all_bundled_inputs_for_named"))
attempt(lambda: bundled.bundle_inputs(torch.nn.Identity(), [(1,)]))


class Lite(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.times = torch.nn.Linear(2, 2), 3

    def forward(self, x, more: int = 2):
        return self.linear(x) + more * self.times

    @torch.jit.export
    def listed(self, x) -> List[torch.Tensor]:
        if x.sum() < 0:
            raise RuntimeError("negative")
        return [x, x + 1]


m, x = torch.jit.script(Lite()), torch.ones(1, 2)
data = m._save_to_buffer_for_lite_interpreter()
lite = _load_for_lite_interpreter(io.BytesIO(data))
print(torch.equal(lite(x), m(x)), torch.equal(lite.forward(x), m(x)), lite.find_method("listed"), lite.find_method("other"), lite.run_method("listed", x))
attempt(lambda: lite.run_method("other", x))
attempt(lambda: lite.run_method("listed", -x))
print(_get_model_bytecode_version(io.BytesIO(data)), sorted(_export_operator_list(lite)))
static = torch._C._jit_to_static_module(m._c)
print(torch.equal(static(x, more=5), m(x, 5)))
