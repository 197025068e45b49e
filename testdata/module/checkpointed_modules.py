"""Modules whose activations are computed again in backward keep the names of their parameters."""
import torch
import torch.distributed.algorithms._checkpoint.checkpoint_wrapper as W

lin = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU())
for impl in (W.CheckpointImpl.NO_REENTRANT, W.CheckpointImpl.REENTRANT):
    w = W.checkpoint_wrapper(lin, checkpoint_impl=impl)
    print(w, list(w.state_dict()), [n for n, _ in w.named_parameters()], len(w._checkpoint_wrapped_module), type(w[0]).__name__, w.checkpoint_impl)
    w.load_state_dict(lin.state_dict()); w.load_state_dict(w.state_dict())
    x = torch.ones(2, 2, requires_grad=True); w(x).sum().backward(); print(x.grad is not None)
try: w.nope
except Exception as e: print(type(e).__name__, e)
m = torch.nn.Sequential(torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU()), torch.nn.Linear(2, 2))
W.apply_activation_checkpointing(m, check_fn=lambda s: isinstance(s, torch.nn.Linear)); print(m); print(list(m.state_dict()))
print([n for n, _ in m.named_modules()], [n for n, _ in m.named_parameters()])
w = W.checkpoint_wrapper(lin, checkpoint_fn=lambda f, *a, **k: f(*a) * 2, foo=1)
print(w(torch.ones(1, 2)).shape, W.CheckpointImpl, list(W.CheckpointImpl), W._CHECKPOINT_PREFIX, W._CHECKPOINT_WRAPPED_MODULE)
o = W.offload_wrapper(torch.nn.Linear(2, 2)); print(o, o(torch.ones(1, 2)).shape)
try: W.checkpoint_wrapper(torch.nn.Linear(2, 2), checkpoint_impl=W.CheckpointImpl.REENTRANT)(x=torch.ones(1, 2, requires_grad=True))
except Exception as e: print(type(e).__name__, e)
r = W.checkpoint_wrapper(torch.nn.Linear(2, 2), checkpoint_impl=W.CheckpointImpl.REENTRANT)(input=torch.ones(1, 2, requires_grad=True)); print(r.shape)
y = torch.ones(2, 2, requires_grad=True)
plain = torch.nn.Linear(2, 2)
wrapped = W.checkpoint_wrapper(plain)
compiled = torch.compile(torch.nn.Sequential(wrapped, torch.nn.ReLU()), backend="aot_eager", fullgraph=True)
compiled(y).sum().backward()
got, y.grad = y.grad, None
torch.relu(plain(y)).sum().backward()
print(torch.equal(got, y.grad))
