# What nodes keep for their derivatives, as grad_fn._saved_NAME, and the edges that they show.
import torch
import torch.nn.functional as F

a, b = torch.ones(2, 3, requires_grad=True), torch.ones(3, requires_grad=True)


def shown(v):
    if isinstance(v, (tuple, list)):
        return f"({', '.join(map(shown, v))})"
    return type(v).__name__ if type(v).__name__.endswith(("Backward0", "Backward1", "AccumulateGrad", "SavedTensor", "CopyBackwards")) else str(v)


calls = """
a.sum(-1).grad_fn._saved_dim, a.sum(-1).grad_fn._saved_keepdim, a.sum(-1).grad_fn._saved_self_sym_sizes
a.mean().grad_fn._saved_self_sym_numel
a.pow(2).grad_fn._saved_exponent, (a**2.5).grad_fn._saved_exponent, (a**b).grad_fn._saved_exponent
a.clamp(0., 1).grad_fn._saved_min, a.clamp(0.).grad_fn._saved_max
torch.nn.functional.leaky_relu(a, .2).grad_fn._saved_negative_slope
torch.nn.functional.softplus(a).grad_fn._saved_beta, torch.nn.functional.elu(a).grad_fn._saved_alpha
torch.nn.functional.mse_loss(a, a.detach()).grad_fn._saved_reduction
a[0].grad_fn._saved_index, a[0].grad_fn._saved_dim, a[0].grad_fn._saved_self_sym_sizes
a[0:1].grad_fn._saved_start, a[0:1].grad_fn._saved_end, a[0:1].grad_fn._saved_step, a[0:1].grad_fn._saved_dim
a.transpose(0,-1).grad_fn._saved_dim0, a.transpose(0,-1).grad_fn._saved_dim1, a.permute(1,0).grad_fn._saved_dims
a[[0,1]].grad_fn._saved_indices, a[:, [0,1]].grad_fn._saved_indices
a[[0,1]].grad_fn._raw_saved_indices
a.max(0).values.grad_fn._saved_dim, a.max(0).values.grad_fn._saved_indices
a.sort().values.grad_fn._saved_indices, a.topk(1).values.grad_fn._saved_indices
a.std().grad_fn._saved_correction, a.std().grad_fn._saved_result, a.var(0).grad_fn._saved_dim
torch.stack([a,a],1).grad_fn._saved_dim, torch.stack([a,a],1).grad_fn.next_functions
torch.lerp(a,a,.5).grad_fn._saved_weight, a.mm(a.t()).grad_fn._saved_self, a.mm(a.t()).grad_fn._saved_mat2
torch.addmm(b[0:2], a, a.t()).grad_fn._saved_alpha, torch.addmm(b[0:2], a, a.t()).grad_fn._saved_beta
a.view(3,2).grad_fn._saved_self_sym_sizes, a.expand(2,2,3).grad_fn._saved_self_sym_sizes, a.squeeze().grad_fn._saved_self_sym_sizes, a.unsqueeze(-1).grad_fn._saved_dim
(a+2).grad_fn.next_functions, (2+a).grad_fn.next_functions, (a-2).grad_fn.next_functions, (2-a).grad_fn.next_functions, (a/2).grad_fn.next_functions, (2/a).grad_fn.next_functions, (a**2).grad_fn.next_functions, (2**a).grad_fn.next_functions
(a*b).grad_fn.next_functions, (a*torch.ones(3)).grad_fn.next_functions, torch.add(a, 2, alpha=3).grad_fn.next_functions
torch.where(a>0, a, 0.).grad_fn.next_functions, torch.where(a>0, a, a).grad_fn.next_functions, a.masked_fill(a>0, 1.).grad_fn.next_functions, a.clamp(min=0).grad_fn.next_functions, torch.maximum(a, torch.tensor(0.)).grad_fn.next_functions
F.linear(torch.ones(1,3), a).grad_fn.next_functions, F.linear(torch.ones(1,3), a, torch.ones(2)).grad_fn.next_functions, F.conv2d(torch.ones(1,1,3,3), torch.ones(1,1,2,2,requires_grad=True)).grad_fn.next_functions
F.embedding(torch.tensor([0]), a).grad_fn.next_functions, a.gather(0, torch.tensor([[0]])).grad_fn.next_functions, F.cross_entropy(a, torch.tensor([0,1])).grad_fn.next_functions, a[torch.tensor([0])].grad_fn.next_functions, F.layer_norm(a, (3,)).grad_fn.next_functions
a.add_ if False else (a*1).mul_(2).grad_fn.next_functions, (a*1).add_(1).grad_fn.next_functions, (a*1).index_add_(0, torch.tensor([0]), torch.ones(1,3)).grad_fn.next_functions, (a*1).copy_(torch.ones(2,3)).grad_fn
torch.bmm(torch.ones(1,2,3), a.t()[None]).grad_fn.next_functions, torch.dot(b, torch.ones(3)).grad_fn.next_functions, torch.cat([a, torch.ones(1,3)]).grad_fn.next_functions, torch.addmm(torch.ones(2), a, a.t().detach()).grad_fn.next_functions
"""
for call in calls.strip().splitlines():
    print(shown(eval(call)))

z = a * a
saved = z.grad_fn._raw_saved_self
saved.register_hooks(lambda x: x * 2, lambda x: x / 2)
print(torch.autograd.grad(z.sum(), a, retain_graph=True), z.grad_fn._saved_self.shape)
for wrong in (lambda: saved.register_hooks(lambda x: x, lambda x: x), lambda: (a * 2).grad_fn._raw_saved_self.register_hooks(lambda x: x, lambda x: x),
              lambda: saved.register_hooks(1, 2), lambda: torch._C._autograd.SavedTensor()):
    try:
        wrong()
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
z.sum().backward()
try:
    z.grad_fn._saved_self
except RuntimeError as e:
    print(str(e)[:100])
