"""An optimizer whose state is divided among the processes of a group (Rajbhandari et al., ZeRO: Memory Optimizations Toward Training Trillion Parameter Models, stage 1)."""
import copy

import torch
import torch.distributed as dist
from torch.optim import Optimizer

__all__ = ["ZeroRedundancyOptimizer"]


class ZeroRedundancyOptimizer(Optimizer):
    """Every process has all parameters, steps those that it is responsible for with optimizer_class, and receives the others from their owners."""

    def __init__(self, params, optimizer_class, process_group=None, parameters_as_bucket_view=False, overlap_with_ddp=False, **defaults):
        params = self._verify_and_init_params(params)
        self._verify_same_dense_param_type()
        if overlap_with_ddp:
            raise NotImplementedError("ZeroRedundancyOptimizer(overlap_with_ddp=True) is not supported: step() after backward() does the same")
        self.initialized = False
        super().__init__(params, defaults)
        self._param_to_rank_cache, self._param_to_index_cache, self._index_to_param_cache = {}, {}, []
        self._partition_parameters_cache = []
        self.process_group = process_group if process_group is not None else dist.group.WORLD
        self.world_size = dist.get_world_size(self.process_group)
        self.rank = dist.get_rank(self.process_group)
        self.global_rank = dist.get_global_rank(self.process_group, self.rank)
        self._default_device = self._all_params[0].device
        self._optim_defaults, self._optim_constructor = defaults, optimizer_class
        self.parameters_as_bucket_view = parameters_as_bucket_view
        self._overlap_with_ddp = overlap_with_ddp
        self._all_state_dicts = []
        self._buckets = []
        self._is_trainable_mask = self._get_is_trainable_mask()
        self._init_local_optimizer()
        self._build_param_buckets()
        self.initialized = True

    def _verify_and_init_params(self, params):
        if isinstance(params, torch.Tensor):
            raise TypeError(f"`params` argument should be an iterable of Tensors, but got {torch.typename(params)}")
        try:
            given = list(params)
        except TypeError as error:
            raise TypeError(f"`params` argument should be an iterable of Tensors or dicts, but got {torch.typename(params)}") from error
        if not given:
            raise ValueError("ZeroRedundancyOptimizer got an empty parameter list")
        groups = all(isinstance(p, dict) for p in given)
        if not groups and not all(isinstance(p, torch.Tensor) for p in given):
            raise TypeError("`params` argument should be an iterable of Tensors or dicts")
        self._all_params = []
        for p in given:
            if groups and "params" not in p:
                raise ValueError("Each parameter group passed-in via `params` must have a 'params' key mapping to the parameters in the group")
            self._all_params.extend(p["params"] if groups else [p])
        return given

    def _verify_same_dense_param_type(self):
        first = torch.typename(self._all_params[0])
        if self._all_params[0].is_sparse:
            raise ValueError(f"ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got {first}")
        for p in self._all_params[1:]:
            if torch.typename(p) != first:
                raise ValueError(f"ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got both {first} and {torch.typename(p)}")

    def _init_local_optimizer(self):
        self.optim = self._optim_constructor(self._partition_parameters()[self.rank], **self._optim_defaults)
        for ours, local in zip(self.param_groups, self.optim.param_groups):
            for key, value in local.items():
                ours.setdefault(key, value)
        self._sync_param_groups(self.optim.param_groups, self.param_groups)

    def _clear_cache(self):
        self._partition_parameters_cache.clear()
        self._param_to_rank_cache.clear()
        self._param_to_index_cache.clear()
        self._index_to_param_cache.clear()

    def add_param_group(self, param_group):
        super().add_param_group(param_group)
        if not self.initialized:
            return
        self._clear_cache()
        local = self._partition_parameters()[self.rank]
        if len(local) == len(self.optim.param_groups) + 1:
            self.optim.add_param_group(local[-1])
        self._all_params = [p for group in self.param_groups for p in group["params"]]
        self._is_trainable_mask = self._get_is_trainable_mask()
        self._build_param_buckets()

    def _partition_parameters(self, params_per_rank=None):
        """Parameter groups for each rank: the largest parameters first, each to the rank that has least so far; or as params_per_rank says."""
        if params_per_rank is not None:
            self._verify_params_per_rank(params_per_rank)
        elif self._partition_parameters_cache:
            return self._partition_parameters_cache
        parts = [[] for _ in range(self.world_size)]
        sizes = [0] * self.world_size
        for group in self.param_groups:
            own = [[] for _ in parts]
            if params_per_rank is None:
                for p in sorted(group["params"], key=lambda p: p.numel(), reverse=True):
                    rank = self._get_min_index(sizes)
                    own[rank].append(p)
                    sizes[rank] += p.numel()
            else:
                members = set(group["params"])
                own = [[p for p in params if p in members] for params in params_per_rank]
            for part, params in zip(parts, own):
                part.append({**group, "params": params})
        if params_per_rank is None:
            self._partition_parameters_cache = parts
        return parts

    def _verify_params_per_rank(self, params_per_rank):
        if len(params_per_rank) != self.world_size:
            raise ValueError("`params_per_rank` must have length equal to the world size")
        for params in params_per_rank:
            for p in params:
                if p not in self._param_to_index:
                    raise ValueError("Passing a new parameter in `params_per_rank` that was not passed into the ZeroRedundancyOptimizer constructor")

    def _get_min_index(self, values, disallowed_indices=None):
        allowed = [i for i in range(len(values)) if not disallowed_indices or i not in disallowed_indices]
        return min(allowed, key=values.__getitem__)

    @property
    def _param_to_rank(self):
        if not self._param_to_rank_cache:
            for rank, groups in enumerate(self._partition_parameters()):
                for group in groups:
                    self._param_to_rank_cache.update((p, rank) for p in group["params"])
        return self._param_to_rank_cache

    @property
    def _param_to_index(self):
        if not self._param_to_index_cache:
            self._param_to_index_cache = {p: i for i, p in enumerate(self._index_to_param)}
        return self._param_to_index_cache

    @property
    def _index_to_param(self):
        if not self._index_to_param_cache:
            self._index_to_param_cache = [p for group in self.param_groups for p in group["params"]]
        return self._index_to_param_cache

    def _get_is_trainable_mask(self):
        return [p.requires_grad for p in self._all_params]

    def _build_param_buckets(self):
        """With parameters_as_bucket_view, the trainable parameters of a rank lie in one tensor, so that one broadcast sends them all."""
        if not self.parameters_as_bucket_view:
            return
        with torch.no_grad():
            buckets = []
            for groups in self._partition_parameters():
                own = [p for group in groups for p in group["params"]]
                trainable = [p for p in own if p.requires_grad]
                for p in own:
                    if not p.requires_grad:
                        p.data = p.data.detach().clone()
                bucket = torch.empty(sum(p.numel() for p in trainable), dtype=own[0].dtype, device=own[0].device) if trainable else torch.zeros(1, device=self._default_device)
                offset = 0
                for p in trainable:
                    view = bucket[offset:offset + p.numel()]
                    view.copy_(p.data.flatten())
                    p.data = view.view_as(p.data)
                    offset += p.numel()
                buckets.append(bucket)
            self._buckets = [buckets]

    @staticmethod
    def _sync_param_groups(src_param_groups, dst_param_groups):
        for src, dst in zip(src_param_groups, dst_param_groups, strict=True):
            dst.update((key, src[key]) for key in src if key != "params")

    def _broadcast_params_from_rank(self, rank):
        source = dist.get_global_rank(self.process_group, rank)
        if self.parameters_as_bucket_view:
            sent = [device[rank] for device in self._buckets]
        else:
            sent = [p.data for group in self._partition_parameters()[rank] for p in group["params"]]
        return [dist.broadcast(tensor, src=source, group=self.process_group, async_op=True) for tensor in sent]

    @torch.no_grad()
    def _sync_params(self):
        for work in [work for rank in range(self.world_size) for work in self._broadcast_params_from_rank(rank)]:
            work.wait()

    def _local_step(self, gradients=None, closure=None, **kwargs):
        mask = self._get_is_trainable_mask()
        if mask != self._is_trainable_mask:
            self._is_trainable_mask = mask
            self._build_param_buckets()
        self._sync_param_groups(self.param_groups, self.optim.param_groups)
        if gradients is not None:
            raise NotImplementedError("ZeroRedundancyOptimizer._local_step(gradients=...) is not supported")
        loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        self._sync_param_groups(self.optim.param_groups, self.param_groups)
        return loss

    def step(self, closure=None, **kwargs):
        loss = self._local_step(closure=closure, **kwargs)
        self._sync_params()
        return loss

    def consolidate_state_dict(self, to=0):
        """Gathers the state of all ranks on rank to, where state_dict() then has it; all ranks must call it."""
        self._sync_param_groups(self.param_groups, self.optim.param_groups)
        states = [None] * self.world_size
        dist.all_gather_object(states, self.optim.state_dict(), group=self.process_group)
        self._all_state_dicts = states if self.rank == to else []

    def state_dict(self):
        """The state of all ranks with the indices of this optimizer's parameters. Raises RuntimeError before consolidate_state_dict."""
        if not self._all_state_dicts:
            raise RuntimeError("Optimizer state has not been consolidated on this rank. "
                               f"Please call `consolidate_state_dict(to={self.rank})` on all ranks beforehand if you meant to save the global state.")
        state = super().state_dict()
        for local, groups in zip(self._all_state_dicts, self._partition_parameters()):
            for indices, group in zip(local["param_groups"], groups):
                for index, p in zip(indices["params"], group["params"]):
                    if index in local["state"]:
                        state["state"][self._param_to_index[p]] = local["state"][index]
        state["state"] = dict(sorted(state["state"].items()))
        return state

    def load_state_dict(self, state_dict):
        for index, value in state_dict["state"].items():
            p = self._index_to_param[index]
            if self._param_to_rank[p] != self.rank:
                state_dict["state"][index] = None
                continue
            self.optim.state[p] = {name: self._cast(name, v, p) for name, v in value.items()}
        super().load_state_dict(state_dict)
        self._sync_param_groups(state_dict["param_groups"], self.param_groups)
        self._sync_param_groups(self.param_groups, self.optim.param_groups)

    @staticmethod
    def _cast(name, value, param):
        if not isinstance(value, torch.Tensor) or name == "step":
            return copy.deepcopy(value)
        return value.to(dtype=param.dtype if param.is_floating_point() else value.dtype, device=param.device, copy=True)
