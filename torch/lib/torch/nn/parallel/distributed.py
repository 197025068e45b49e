"""A module in several processes, whose gradients are averaged over them."""
import contextlib

import torch
from ..modules.module import Module


class DistributedDataParallel(Module):
    """Wraps a module that each process has: parameters and buffers begin as those of the first process, and after each backward pass all processes have the mean of their gradients."""

    def __init__(self, module, device_ids=None, output_device=None, dim=0, broadcast_buffers=True, init_sync=True, process_group=None, bucket_cap_mb=None,
                 find_unused_parameters=False, check_reduction=False, gradient_as_bucket_view=False, static_graph=False, delay_all_reduce_named_params=None,
                 param_to_hook_all_reduce=None, mixed_precision=None, device_mesh=None, skip_all_reduce_unused_params=False, bucket_cap_mb_list=None):
        super().__init__()
        if process_group is not None and device_mesh is not None:
            raise RuntimeError("Cannot specify both process_group and device_mesh arguments.")
        distributed = torch.distributed
        if device_mesh is not None:
            process_group = device_mesh.get_group()
        self.process_group = distributed.distributed_c10d._group(process_group)
        self._learned = [(n, p) for n, p in module.named_parameters() if p.requires_grad and n not in getattr(module, "_ddp_params_and_buffers_to_ignore", ())]
        if not self._learned:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        if device_ids or output_device is not None:
            raise ValueError("DistributedDataParallel device_ids and output_device arguments only work with single-device/multiple-device GPU modules or CPU modules, "
                             f"but got device_ids {device_ids}, output_device {output_device}, and module parameters { {p.device for p in module.parameters()} }.")
        self.device_ids, self.output_device, self.dim = None, None, dim
        self.module, self.device = module, next(module.parameters()).device
        self.broadcast_buffers, self.find_unused_parameters, self.static_graph = broadcast_buffers, find_unused_parameters, static_graph
        self.require_backward_grad_sync, self.require_forward_param_sync = True, True
        self.gradient_as_bucket_view, self._hook, self._arrived, self._queued = gradient_as_bucket_view, None, set(), False
        if init_sync:
            self._sync([*module.parameters(), *module.buffers()])
        for i, (_, p) in enumerate(self._learned):
            p.register_post_accumulate_grad_hook(self._on_gradient(i))

    def _sync(self, tensors):
        """All have the tensors of the first process."""
        if self.process_group.size() > 1 and tensors:
            parts, _ = self.process_group._exchange([t.detach().clone() for t in tensors] if self.process_group.rank() == 0 else None)
            with torch.no_grad():
                for t, first in zip(tensors, parts()[0]):
                    t.copy_(first)

    def _on_gradient(self, i):
        def arrived(parameter):
            if not self.require_backward_grad_sync:
                return
            self._arrived.add(i)
            if not self._queued:
                self._queued = True
                torch.autograd.Variable._execution_engine.queue_callback(self._reduce)
        return arrived

    @torch._disable_dynamo
    def _reduce(self):
        """At the end of a backward pass."""
        self._queued = False
        unused = len(self._learned) - len(self._arrived)
        self._unfinished = unused if not (self.find_unused_parameters or self.static_graph) else 0
        if self._unfinished:
            return
        parts, _ = self.process_group._exchange([None if i not in self._arrived else p.grad.detach().clone() for i, (_, p) in enumerate(self._learned)])
        self._arrived.clear()
        found = parts()
        with torch.no_grad():
            for i, (_, p) in enumerate(self._learned):
                given = [part[i] for part in found if part[i] is not None]
                if not given:
                    continue
                total = given[0].clone()
                for g in given[1:]:
                    total += g
                total /= len(found)
                if self._hook is not None:
                    total = self._hooked(i, total, p)
                if p.grad is None:
                    p.grad = total
                else:
                    p.grad.copy_(total)

    def _hooked(self, i, mean, parameter):
        """What the hook of the user makes of a gradient. It is shown the mean of all, so that one that averages changes nothing."""
        state, hook = self._hook
        return hook(state, _Bucket(i, mean, parameter, len(self._learned))).wait()

    _unfinished = 0

    @torch._disable_dynamo
    def _before_forward(self):
        if torch.is_grad_enabled() and self.require_backward_grad_sync:
            if self._unfinished:
                raise RuntimeError(_UNFINISHED % (", ".join(n for i, (n, _) in enumerate(self._learned) if i not in self._arrived)))
            self._arrived.clear()
        if self.broadcast_buffers and self.require_forward_param_sync and self.training:
            self._sync(list(self.module.buffers()))

    @torch._disable_dynamo
    def _after_forward(self):
        self.require_forward_param_sync = torch.is_grad_enabled() and self.require_backward_grad_sync

    def forward(self, *inputs, **kwargs):
        self._before_forward()
        output = self.module(*inputs, **kwargs)
        self._after_forward()
        return output

    @contextlib.contextmanager
    def no_sync(self):
        before = self.require_backward_grad_sync
        self.require_backward_grad_sync = False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    @contextlib.contextmanager
    def join(self, divide_by_initial_world_size=True, enable=True, throw_on_early_termination=False):
        if enable and self.process_group.size() > 1:
            raise NotImplementedError("magneto: DistributedDataParallel.join of processes with different numbers of inputs")
        yield

    def register_comm_hook(self, state, hook):
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        if self._hook is not None:
            raise RuntimeError("register_comm_hook or register_builtin_comm_hook can only be called once.")
        self._hook = state, hook

    def scatter(self, inputs, kwargs, device_ids):
        return (inputs,), (kwargs,)

    def gather(self, outputs, output_device):
        return outputs

    def train(self, mode=True):
        super().train(mode)
        return self

    def _set_static_graph(self):
        self.static_graph = True

    def __getstate__(self):
        return {k: v for k, v in self.__dict__.items() if k != "process_group"}


class _Bucket:
    """A gradient, as the hook of a user sees it."""

    def __init__(self, i, gradient, parameter, count):
        self._index, self._buffer, self._parameter, self._count = i, gradient, parameter, count

    def index(self):
        return self._index

    def buffer(self):
        return self._buffer.view(-1)

    def set_buffer(self, tensor):
        self._buffer.copy_(tensor.view_as(self._buffer))

    def gradients(self):
        return [self._buffer]

    def parameters(self):
        return [self._parameter]

    def is_last(self):
        return self._index == self._count - 1


_UNFINISHED = ("Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your module has parameters that were not "
               "used in producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True` to "
               "`torch.nn.parallel.DistributedDataParallel`, and by \nmaking sure all `forward` function outputs participate in calculating loss. \nIf you already have "
               "done the above, then the distributed data parallel module wasn't able to locate the output tensors in the return value of your module's `forward` "
               "function. Please include the loss function and the structure of the return value of `forward` of your module when reporting this issue (e.g. list, dict, "
               "iterable).\nParameters which did not receive grad: %s")
