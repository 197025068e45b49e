# Views of tensors on meta: offsets, memory in common, bases, gradients, storages.
import torch

x = torch.ones(4, 4, device="meta")
y = x[1:]
print(y.storage_offset(), y.untyped_storage() == x.untyped_storage(), y._base is x, y.untyped_storage().nbytes(), y.untyped_storage().device)
print(x.detach()._base, x.clone()._base, [t.storage_offset() for t in torch.split(y, 2)], x.t().stride(), torch.ones(3, 2, device="meta").t_().stride())
print(torch.ones(2, 1, device="meta").squeeze_().shape, torch.ones(2, device="meta").unsqueeze_(0).shape, x.diagonal().stride(), x.view(-1)[5:].storage_offset())
a = torch.randn(3, 4, device="meta", requires_grad=True)
a[1:].sum().backward()
a[:, 1].sum().backward()
print(a.grad, type(a[0].grad_fn).__name__, a.t().is_leaf)
layer = torch.nn.Linear(3, 4, device="meta")
layer(torch.ones(2, 3, device="meta")).sum().backward()
print(layer.weight.grad.shape)
z = torch.ones(3, 4, device="meta")
z[1:].add_(1)
z[0] = 2
z[:, 1].zero_()
print(z.as_strided((2,), (3,)).shape, z.real is z, z.expand(2, 3, 4).stride(), z._version)
s = torch.storage.TypedStorage(3, dtype=torch.float, device="meta")
print(s.device, s.size(), s.dtype, s.data_ptr(), s.clone().device, torch.UntypedStorage(4, device="meta"))
for call in (lambda: s[0], lambda: s.tolist(), lambda: z.untyped_storage()[0]):
    try:
        print(call())
    except NotImplementedError as e:
        print(e)
print(torch.randn(100).storage().__sizeof__() - torch.randn(0).storage().__sizeof__(), torch.randn(2).untyped_storage().resizable(), torch.ones(1).storage()._get_legacy_storage_class())
grads, found = [torch.full((4,), 4.0), torch.tensor([1.0, float("inf")])], torch.zeros(1)
torch._amp_foreach_non_finite_check_and_unscale_(grads, found, torch.tensor([0.25]))
scale, steps = torch.tensor([4.0]), torch.tensor([0], dtype=torch.int32)
print(grads, found, torch._amp_update_scale_(scale, steps, found, 2.0, 0.5, 2), steps)
for _ in range(2):
    print(torch._amp_update_scale_(scale, steps, torch.zeros(1), 2.0, 0.5, 2), steps)
