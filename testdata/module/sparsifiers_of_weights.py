"""torch.ao.pruning: masks that sparsifiers choose, schedules of their levels, and what is kept of them."""
import torch
from torch.ao.pruning import BaseSparsifier, CubicSL, FakeSparsity, LambdaSL, NearlyDiagonalSparsifier, WeightNormSparsifier, fqn_to_module, get_arg_info_from_tensor_fqn, module_to_fqn


class FirstRow(BaseSparsifier):
    def __init__(self, **defaults):
        super().__init__(defaults=defaults)

    def update_mask(self, module, tensor_name, **kwargs):
        module.parametrizations.weight[0].mask[0] = 0
        state = self.state["linear1.weight"]
        state["step_count"] = state.get("step_count", 0) + 1


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seq = torch.nn.Sequential(torch.nn.Linear(4, 4))
        self.linear1 = torch.nn.Linear(4, 4)
        self.linear2 = torch.nn.Linear(4, 4)
        self.conv = torch.nn.Conv2d(1, 1, 1)

    def forward(self, x):
        return self.linear2(self.linear1(self.seq(x)))


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


ONE = [{"tensor_fqn": "linear1.weight"}]


def prepared(sparsifier, config=ONE):
    model = Model()
    sparsifier.prepare(model, config)
    return model


s = FirstRow(test=3)
m = prepared(s)
print(s.groups, s.defaults, s.config, s.enable_mask_update, s.model is m)
s.step()
print(s.state["linear1.weight"]["step_count"], m.linear1.parametrizations.weight[0].mask, m.linear1.weight[0] == 0)
s.enable_mask_update = False
s.step()
print(s.state["linear1.weight"]["step_count"], s)
saved = s.state_dict()
print(sorted(saved), saved["groups"])

other = FirstRow()
o = prepared(other, None)
print([(g["tensor_fqn"], g["module_fqn"]) for g in other.groups])
other.load_state_dict(saved)
print(other.groups[0]["module"] is o.linear1, o.linear1.parametrizations.weight[0].mask, dict(other.state))

attempt(lambda: prepared(FirstRow(), [{"tensor_fqn": "nope.weight"}]))
attempt(lambda: prepared(FirstRow(), [{"module": m.linear1}]))
attempt(lambda: prepared(FirstRow(), [{"tensor_fqn": "linear1.weight", "module_fqn": "x"}]))
attempt(lambda: prepared(FirstRow(), [1]))
attempt(lambda: BaseSparsifier())
attempt(lambda: WeightNormSparsifier(norm="L7"))
attempt(lambda: LambdaSL(s, [lambda e: 1, lambda e: 2]))
attempt(lambda: FirstRow().convert(m))

s.squash_mask(params_to_keep=("test",))
print(m.linear1, m.linear1.sparse_params, list(m.state_dict()))
s = FirstRow(test=3, q=4)
m = prepared(s, [*ONE, {"tensor_fqn": "seq.0.weight", "test": 42}])
s.squash_mask(params_to_keep=("q",), params_to_keep_per_layer={"seq.0": ("test",)})
print(m.seq[0].sparse_params, m.linear1.sparse_params, hasattr(m.linear2, "sparse_params"))


class Converted:
    @classmethod
    def from_dense(cls, module):
        return torch.nn.Identity()


s = WeightNormSparsifier()
m = prepared(s)
c = s.convert(m, {torch.nn.Linear: Converted})
print(c.linear1, c.linear2, c is m, type(m.linear1).__name__)

for shape, zeros, level in [((1, 4), 4, 0.5), ((2, 2), 1, 0.5), ((1, 1), 1, 0.5), ((1, 4), 4, 0.0), ((1, 4), 4, 1.0), ((1, 4), 2, 0.3), ((1, 4), 0, 0.5), ((1, 4), 2, 1.5), ((2, 4), 8, 0.3)]:
    for norm in (1, 2, None):
        layer = torch.nn.Linear(8, 4)
        layer.weight.data = torch.arange(32.0).view(4, 8) * 7 % 23 - 10 + torch.arange(32.0).view(4, 8) / 64
        s = WeightNormSparsifier(sparsity_level=level, sparse_block_shape=shape, zeros_per_block=zeros, norm=norm)
        s.prepare(torch.nn.Sequential(layer), [{"tensor_fqn": "0.weight"}])
        s.step()
        print(shape, zeros, level, norm, layer.parametrizations.weight[0].mask.int().tolist())
for zeros in (5, -1):
    s = WeightNormSparsifier(zeros_per_block=zeros)
    prepared(s)
    attempt(s.step)
for nearliness in (0, 1, 3, 5, 9):
    s = NearlyDiagonalSparsifier(nearliness)
    m = prepared(s)
    attempt(s.step)
    print(m.linear1.parametrizations.weight[0].mask.int().tolist())

s = WeightNormSparsifier(sparsity_level=0.8)
m = prepared(s)
levels = LambdaSL(s, lambda epoch: 0.5**epoch, verbose=True)
for _ in range(3):
    print(s.groups[0]["sparsity_level"], levels.get_last_sl(), levels.last_epoch)
    s.step()
    levels.step()
levels.step(7)
print(sorted(levels.state_dict()), levels)
s.groups[0]["sparsity_level"] = 0.8
levels = CubicSL(s, init_sl=0.1, init_t=2, delta_t=2, total_t=4, initially_zero=True)
for _ in range(12):
    print(round(s.groups[0]["sparsity_level"], 5), end=" ")
    s.step()
    levels.step()
print()
attempt(lambda: CubicSL(s, init_sl=[1, 2]))

print(module_to_fqn(m, m.seq[0]), repr(module_to_fqn(m, m)), module_to_fqn(m, torch.nn.ReLU()), fqn_to_module(m, "seq.0"), fqn_to_module(m, "seq.4.x"), fqn_to_module(m, "") is m)
print(get_arg_info_from_tensor_fqn(m, "seq.0.weight"), get_arg_info_from_tensor_fqn(m, "q.weight"))
mask = FakeSparsity(torch.eye(2))
print(mask, [n for n, _ in mask.named_buffers()], mask.state_dict(), mask(torch.ones(2, 2)))
