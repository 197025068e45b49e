"""Modules whose parameters are tensors in the layout of MKL-DNN: scripted ones, that take a dense tensor or one of the layout and give back the same kind."""

import functools

import torch


@functools.lru_cache(None)
def _get_mkldnn_classes():
    """The classes, made when the first module is converted: scripting them takes a moment."""

    class MkldnnLinear(torch.jit.ScriptModule):
        def __init__(self, dense_module, dtype):
            super().__init__()
            self.register_buffer("weight", dense_module.weight.to_mkldnn(dtype))
            bias = torch.zeros([dense_module.weight.size(0)], dtype=torch.float) if dense_module.bias is None else dense_module.bias
            self.register_buffer("bias", bias.to_mkldnn())

        @torch.jit.script_method
        def __getstate__(self):
            return (self.weight.to_dense(), self.bias.to_dense(), self.training)

        @torch.jit.script_method
        def __setstate__(self, state):
            self.weight, self.bias, self.training = state[0].to_mkldnn(), state[1].to_mkldnn(), state[2]

        @torch.jit.script_method
        def forward(self, x):
            given = x if x.is_mkldnn else x.to_mkldnn()
            made = torch.nn.functional.linear(given, self.weight, self.bias)
            return made if x.is_mkldnn else made.to_dense()

    class _MkldnnConvNd(torch.jit.ScriptModule):
        """What convolutions of all dimensions have in common."""

        __constants__ = ["stride", "padding", "dilation", "groups"]

        def __init__(self, dense_module, dtype):
            super().__init__()
            self.stride, self.padding, self.dilation, self.groups = dense_module.stride, dense_module.padding, dense_module.dilation, dense_module.groups
            bias = torch.zeros([dense_module.weight.size(0)], dtype=torch.float) if dense_module.bias is None else dense_module.bias
            self.register_buffer("bias", bias.to_mkldnn())
            self.register_buffer("weight", dense_module.weight.to_mkldnn(dtype))

        @torch.jit.script_method
        def __getstate__(self):
            return (self.weight.to_dense(), self.bias.to_dense(), self.training)

        @torch.jit.script_method
        def __setstate__(self, state):
            self.weight, self.bias, self.training = state[0].to_mkldnn(), state[1].to_mkldnn(), state[2]

    class MkldnnConv1d(_MkldnnConvNd):
        @torch.jit.script_method
        def forward(self, x):
            return torch.conv1d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    class MkldnnConv2d(_MkldnnConvNd):
        @torch.jit.script_method
        def forward(self, x):
            return torch.conv2d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    class MkldnnConv3d(_MkldnnConvNd):
        @torch.jit.script_method
        def forward(self, x):
            return torch.conv3d(x, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    class MkldnnBatchNorm(torch.jit.ScriptModule):
        __constants__ = ["exponential_average_factor", "eps"]

        def __init__(self, dense_module):
            super().__init__()
            if dense_module.training or not dense_module.track_running_stats or not dense_module.affine:
                kind = "eval mode" if dense_module.training else "track_running_stats=True" if not dense_module.track_running_stats else "affine=True"
                raise AssertionError(f"Only support {kind} batchnorm for mkldnn path now")
            self.exponential_average_factor = 0.0 if dense_module.momentum is None else dense_module.momentum
            self.eps = dense_module.eps
            for name in ("weight", "bias", "running_mean", "running_var"):
                self.register_buffer(name, getattr(dense_module, name).to_mkldnn())

        @torch.jit.script_method
        def __getstate__(self):
            return (self.weight.to_dense(), self.bias.to_dense(), self.running_mean.to_dense(), self.running_var.to_dense(), self.training)

        @torch.jit.script_method
        def __setstate__(self, state):
            self.weight, self.bias = state[0].to_mkldnn(), state[1].to_mkldnn()
            self.running_mean, self.running_var, self.training = state[2].to_mkldnn(), state[3].to_mkldnn(), state[4]

        @torch.jit.script_method
        def forward(self, x):
            return torch.batch_norm(x, self.weight, self.bias, self.running_mean, self.running_var, False, self.exponential_average_factor, self.eps, False)

    class MkldnnPrelu(torch.jit.ScriptModule):
        def __init__(self, dense_module, dtype):
            super().__init__()
            self.register_buffer("weight", dense_module.weight.to_mkldnn(dtype))

        @torch.jit.script_method
        def __getstate__(self):
            return (self.weight.to_dense(), self.training)

        @torch.jit.script_method
        def __setstate__(self, state):
            self.weight, self.training = state[0].to_mkldnn(), state[1]

        @torch.jit.script_method
        def forward(self, x):
            given = x if x.is_mkldnn else x.to_mkldnn()
            made = torch.prelu(given, self.weight.to_dense())
            return made if x.is_mkldnn else made.to_dense()

    return {torch.nn.Linear: MkldnnLinear, torch.nn.Conv1d: MkldnnConv1d, torch.nn.Conv2d: MkldnnConv2d, torch.nn.Conv3d: MkldnnConv3d,
            torch.nn.BatchNorm2d: MkldnnBatchNorm, torch.nn.BatchNorm3d: MkldnnBatchNorm, torch.nn.PReLU: MkldnnPrelu}


def to_mkldnn(module, dtype=torch.float):
    """The module with the submodules that MKL-DNN computes replaced by ones with parameters in its layout."""
    if dtype not in (torch.float, torch.bfloat16, torch.half):
        raise AssertionError("MKLDNN only support float, bfloat16, and half path now")
    classes = _get_mkldnn_classes()

    def converted(m):
        for kind, cls in classes.items():
            if isinstance(m, kind):
                return cls(m) if cls.__name__ == "MkldnnBatchNorm" else cls(m, dtype)
        return m

    def converted_inside(m):
        made = converted(m)
        for name, child in m.named_children():
            setattr(made, name, converted_inside(child))
        return made

    return converted_inside(module)
