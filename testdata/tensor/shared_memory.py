"""Which memory was said to be shared between processes."""
import torch
import torch.multiprocessing as mp

x = torch.ones(4)
view = x[1:]
print(x.is_shared(), x.share_memory_() is x, x.is_shared(), view.is_shared(), x.clone().is_shared(), x.untyped_storage().is_shared(), x.storage().is_shared())
model = torch.nn.Linear(1, 1)
model.register_buffer("seen", torch.zeros(1))
print(model.weight.is_shared(), model.share_memory() is model, [p.is_shared() for p in model.state_dict().values()])
y = torch.ones(2)
y.untyped_storage().share_memory_()
print(y.is_shared(), y.detach().is_shared(), (y + 1).is_shared())
print(mp.get_sharing_strategy(), sorted(mp.get_all_sharing_strategies()))
try:
    mp.set_sharing_strategy("x")
except AssertionError as e:
    print(str(e).split(", expected")[0])
