"""Masks for what comes into modules."""
import copy
from collections import defaultdict

import torch
from torch.ao.pruning.sparsifier.utils import fqn_to_module, module_to_fqn

_FUNCTIONS = ("aggregate_fn", "reduce_fn", "mask_fn")


class ActivationSparsifier:
    """Gathers the inputs of layers by aggregate_fn; a step makes mask_fn of what reduce_fn leaves of them the mask. features are places along feature_dim that
    have masks of their own."""

    def __init__(self, model, aggregate_fn=None, reduce_fn=None, mask_fn=None, features=None, feature_dim=None, **sparse_config):
        self.model = model
        self.defaults = defaultdict()
        self.defaults["sparse_config"] = sparse_config
        self.defaults.update(aggregate_fn=aggregate_fn, reduce_fn=reduce_fn, mask_fn=mask_fn, features=features, feature_dim=feature_dim)
        self.data_groups = defaultdict(dict)
        self.state = defaultdict(dict)

    @staticmethod
    def _safe_rail_checks(args):
        if args["features"] is not None and args["feature_dim"] is None:
            raise AssertionError("need feature dim to select features")
        for key in _FUNCTIONS:
            if not callable(args[key]):
                raise AssertionError(f"{args[key]} must be callable")

    def _aggregate_hook(self, name):
        """The hook that adds an input to what has come before; the first one tells the sizes of the mask."""
        group = self.data_groups[name]
        features, dim, aggregate = group["features"], group["feature_dim"], group["aggregate_fn"]

        def hook(module, input):
            seen, data = input[0], self.data_groups[name].get("data")
            if features is None:
                if data is None:
                    data = torch.zeros_like(seen)
                    self.state[name]["mask"] = torch.ones_like(seen)
                self.data_groups[name]["data"] = aggregate(data, seen)
                return
            parts = [torch.index_select(seen, dim, torch.tensor([f], device=seen.device)) for f in features]
            if data is None:
                data = [torch.zeros_like(part) for part in parts]
                self.state[name]["mask"] = [torch.ones_like(part) for part in parts]
            self.data_groups[name]["data"] = [aggregate(before, part) for before, part in zip(data, parts)]

        return hook

    def register_layer(self, layer, aggregate_fn=None, reduce_fn=None, mask_fn=None, features=None, feature_dim=None, **sparse_config):
        name = module_to_fqn(self.model, layer)
        if name is None:
            raise AssertionError("layer not found in the model")
        if name in self.data_groups:
            self.unregister_layer(name=name)
        args = copy.deepcopy(self.defaults)
        given = {"aggregate_fn": aggregate_fn, "reduce_fn": reduce_fn, "mask_fn": mask_fn, "features": features, "feature_dim": feature_dim, "layer": layer}
        args.update((key, value) for key, value in given.items() if value is not None)
        args["sparse_config"].update(sparse_config)
        self._safe_rail_checks(args)
        self.data_groups[name] = args
        args["hook"] = layer.register_forward_pre_hook(self._aggregate_hook(name=name))
        args["hook_state"] = "aggregate"

    def get_mask(self, name=None, layer=None):
        if name is None and layer is None:
            raise AssertionError("Need at least name or layer obj to retrieve mask")
        if name is None:
            name = module_to_fqn(self.model, layer)
            if name is None:
                raise AssertionError("layer not found in the specified model")
        if name not in self.data_groups:
            raise ValueError("Error: layer with the given name not found")
        mask = self.state[name].get("mask", None) if name in self.state else None
        if mask is None:
            raise ValueError("Error: shape unknown, call layer() routine at least once to infer mask")
        return mask

    def unregister_layer(self, name):
        self.data_groups[name]["hook"].remove()
        self.state.pop(name, None)
        self.data_groups.pop(name)

    def step(self):
        with torch.no_grad():
            for name, group in self.data_groups.items():
                self.update_mask(name, group["data"], group)
                group.pop("data")

    def update_mask(self, name, data, configs):
        mask, reduce, choose, config = self.get_mask(name), configs["reduce_fn"], configs["mask_fn"], configs["sparse_config"]
        if configs["features"] is None:
            mask.data = choose(reduce(data), **config)
            return
        for i in range(len(configs["features"])):
            mask[i].data = choose(reduce(data[i]), **config)

    def _sparsify_hook(self, name):
        """The hook that multiplies an input by the mask."""
        mask, group = self.get_mask(name), self.data_groups[name]
        features, dim = group["features"], group["feature_dim"]

        def hook(module, input):
            seen = input[0]
            if features is None:
                return seen * mask
            for i, feature in enumerate(features):
                place = torch.tensor([feature], device=seen.device)
                seen.index_copy_(dim, place, torch.index_select(seen, dim, place) * mask[i])
            return seen

        return hook

    def squash_mask(self, attach_sparsify_hook=True, **kwargs):
        """Inputs are gathered no more; they are masked from now on, if the hook for that is wanted."""
        for name, group in self.data_groups.items():
            group["hook"].remove()
            group.pop("hook")
            group["hook_state"] = "None"
            if attach_sparsify_hook:
                group["hook"] = group["layer"].register_forward_pre_hook(self._sparsify_hook(name))
            group["hook_state"] = "sparsify"

    def _get_serializable_data_groups(self):
        groups = defaultdict()
        for name, group in self.data_groups.items():
            groups[name] = {key: value for key, value in group.items() if key not in ("hook", "layer")}
        return groups

    def _convert_mask(self, states_dict, sparse_coo=True):
        def convert(mask):
            return mask.to_sparse_coo() if sparse_coo else mask.to_dense()

        states = copy.deepcopy(states_dict)
        for state in states.values():
            if state["mask"] is not None:
                state["mask"] = [convert(m) for m in state["mask"]] if isinstance(state["mask"], list) else convert(state["mask"])
        return states

    def state_dict(self):
        return {"state": self._convert_mask(self.state), "data_groups": self._get_serializable_data_groups(), "defaults": self.defaults}

    def load_state_dict(self, state_dict):
        self.__set_state__({key: state_dict[key] for key in ("state", "data_groups", "defaults")})

    def __get_state__(self):
        return {"defaults": self.defaults, "state": self._convert_mask(self.state), "data_groups": self._get_serializable_data_groups()}

    def __set_state__(self, state):
        state["state"] = self._convert_mask(state["state"], sparse_coo=False)
        self.__dict__.update(state)
        hooks = {"aggregate": self._aggregate_hook, "sparsify": self._sparsify_hook}
        for name, group in self.data_groups.items():
            layer = fqn_to_module(self.model, name)
            if layer is None:
                raise AssertionError(f"layer {name} not found in the model")
            group["layer"] = layer
            if group.get("hook_state") in hooks:
                group["hook"] = layer.register_forward_pre_hook(hooks[group["hook_state"]](name))

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for name, group in self.data_groups.items():
            lines += ["\tData Group", f"\t    name: {name}"]
            lines += [f"\t    {key}: {group[key]}" for key in sorted(group) if key not in ("data", "hook", *_FUNCTIONS)]
        return "\n".join(lines) + "\n)" if self.data_groups else lines[0] + ")"
