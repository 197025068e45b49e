"""Weights over their largest singular value, by a hook: the older form of parametrizations.spectral_norm."""
import torch
from .. import functional as F
from ..parameter import Parameter, is_lazy
from ._power import dimension_of, outputs_first


class SpectralNorm:
    _version = 1  # of what state_dict has of it: earlier ones have the weight itself, and no right vector

    def __init__(self, name, n_power_iterations, dim, eps):
        if n_power_iterations <= 0:
            raise ValueError(f"Expected n_power_iterations to be positive, but got n_power_iterations={n_power_iterations}")
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def compute_weight(self, module, do_power_iteration):
        weight, u, v = (getattr(module, self.name + suffix) for suffix in ("_orig", "_u", "_v"))
        weight_mat = self.reshape_weight_to_matrix(weight)
        if do_power_iteration:
            with torch.no_grad():
                u, v = self.iterate(weight_mat, u, v)
                u, v = (x.clone(memory_format=torch.contiguous_format) for x in (u, v))  # the next iteration writes into what backward needs
        sigma = torch.dot(u, torch.mv(weight_mat, v))
        weight = weight / sigma  # graphs name nodes after variables
        return weight

    def iterate(self, rows, u, v):
        """Writes better estimates of the first pair of singular vectors over u and v (power iteration)."""
        for _ in range(self.n_power_iterations):
            v = F.normalize(torch.mv(rows.t(), u), dim=0, eps=self.eps, out=v)
            u = F.normalize(torch.mv(rows, v), dim=0, eps=self.eps, out=u)
        return u, v

    def reshape_weight_to_matrix(self, weight):
        weight = outputs_first(weight, self.dim)
        return weight.reshape(weight.size(0), -1)

    def _solve_v_and_rescale(self, weight_mat, u, target_sigma):
        """The vector v that W takes to a multiple of u (least squares), so long that u W v is the singular value."""
        rows = weight_mat.t()
        v = torch.linalg.multi_dot([rows.mm(weight_mat).pinverse(), rows, u.unsqueeze(1)]).squeeze(1)
        return v.mul_(target_sigma / torch.dot(u, torch.mv(weight_mat, v)))

    @staticmethod
    def apply(module, name, n_power_iterations, dim, eps):
        for hook in module._forward_pre_hooks.values():
            if isinstance(hook, SpectralNorm) and hook.name == name:
                raise RuntimeError(f"Cannot register two spectral_norm hooks on the same parameter {name}")
        hook = SpectralNorm(name, n_power_iterations, dim, eps)
        weight = module._parameters[name]
        if weight is None:
            raise ValueError(f"`SpectralNorm` cannot be applied as parameter `{name}` is None")
        if is_lazy(weight):
            raise ValueError("The module passed to `SpectralNorm` can't have uninitialized parameters. Make sure to run the dummy forward before applying "
                             "spectral normalization")
        with torch.no_grad():
            h, w = hook.reshape_weight_to_matrix(weight).size()
            u = F.normalize(weight.new_empty(h).normal_(0, 1), dim=0, eps=eps)
            v = F.normalize(weight.new_empty(w).normal_(0, 1), dim=0, eps=eps)
        delattr(module, name)
        module.register_parameter(name + "_orig", weight)
        setattr(module, name, weight.data)
        module.register_buffer(name + "_u", u)
        module.register_buffer(name + "_v", v)
        module.register_forward_pre_hook(hook)
        module._register_state_dict_hook(SpectralNormStateDictHook(hook))
        module._register_load_state_dict_pre_hook(SpectralNormLoadStateDictPreHook(hook))
        return hook

    def remove(self, module):
        with torch.no_grad():
            weight = self.compute_weight(module, False)
        delattr(module, self.name)
        for suffix in ("_u", "_v", "_orig"):
            delattr(module, self.name + suffix)
        module.register_parameter(self.name, Parameter(weight.detach()))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))


class SpectralNormStateDictHook:
    """Writes the version into the metadata."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, module, state_dict, prefix, local_metadata):
        versions, key = local_metadata.setdefault("spectral_norm", {}), f"{self.fn.name}.version"
        if key in versions:
            raise RuntimeError(f"Unexpected key in metadata['spectral_norm']: {key}")
        versions[key] = self.fn._version


class SpectralNormLoadStateDictPreHook:
    """Makes the right vector of a state from before version 1, which has the normalised weight in its place."""

    def __init__(self, fn):
        self.fn = fn

    def __call__(self, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        fn, key = self.fn, prefix + self.fn.name
        version = local_metadata.get("spectral_norm", {}).get(f"{fn.name}.version")
        if version is not None and version >= fn._version:
            return
        if version is None and key not in state_dict and all(key + suffix in state_dict for suffix in ("_orig", "_u", "_v")):
            return  # a state of now that has lost its metadata
        absent = [key + suffix for suffix in ("_orig", "", "_u") if key + suffix not in state_dict]
        if absent:
            missing_keys.extend(absent if strict else ())
            return
        with torch.no_grad():
            original = state_dict[key + "_orig"]
            sigma = (original / state_dict.pop(key)).mean()
            state_dict[key + "_v"] = fn._solve_v_and_rescale(fn.reshape_weight_to_matrix(original), state_dict[key + "_u"], sigma)


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    SpectralNorm.apply(module, name, n_power_iterations, dimension_of(module, dim), eps)
    return module


def remove_spectral_norm(module, name="weight"):
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, SpectralNorm) and hook.name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            break
    else:
        raise ValueError(f"spectral_norm of '{name}' not found in {module}")
    for key, hook in module._state_dict_hooks.items():
        if isinstance(hook, SpectralNormStateDictHook) and hook.fn.name == name:
            del module._state_dict_hooks[key]
            break
    return module
