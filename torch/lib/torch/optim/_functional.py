"""The rules of optimizers as functions of lists: parameters, gradients and what is remembered of each, changed in place."""
import inspect

from . import algorithms

_LAST = "foreach=None, {}maximize=False, differentiable=False, capturable=False, has_complex=False, *, "

# Each function with its rule, the lists of state as (argument, name in the state), its arguments behind them, and settings under other names.
_TABLE = (
    ("sgd", algorithms.SGD, (("momentum_buffer_list", "momentum_buffer"),),
     "has_sparse_grad=False, foreach=None, fused=None, grad_scale=None, found_inf=None, *, weight_decay, momentum, lr, dampening, nesterov, maximize", {}),
    ("adam", algorithms.Adam, (("exp_avgs", "exp_avg"), ("exp_avg_sqs", "exp_avg_sq"), ("max_exp_avg_sqs", "max_exp_avg_sq"), ("state_steps", "step")),
     "foreach=None, capturable=False, differentiable=False, fused=None, grad_scale=None, found_inf=None, has_complex=False, decoupled_weight_decay=False, *, "
     "amsgrad, beta1, beta2, lr, weight_decay, eps, maximize", {"betas": ("beta1", "beta2")}),
    ("adamw", algorithms.AdamW, (("exp_avgs", "exp_avg"), ("exp_avg_sqs", "exp_avg_sq"), ("max_exp_avg_sqs", "max_exp_avg_sq"), ("state_steps", "step")),
     "foreach=None, capturable=False, differentiable=False, fused=None, grad_scale=None, found_inf=None, has_complex=False, *, "
     "amsgrad, beta1, beta2, lr, weight_decay, eps, maximize", {"betas": ("beta1", "beta2")}),
    ("adagrad", algorithms.Adagrad, (("state_sums", "sum"), ("state_steps", "step")),
     "fused=None, grad_scale=None, found_inf=None, has_sparse_grad=False, foreach=None, differentiable=False, has_complex=False, *, lr, weight_decay, lr_decay, eps, maximize", {}),
    ("adadelta", algorithms.Adadelta, (("square_avgs", "square_avg"), ("acc_deltas", "acc_delta"), ("state_steps", "step")),
     "capturable=False, foreach=None, differentiable=False, has_complex=False, *, lr, rho, eps, weight_decay, maximize", {}),
    ("adamax", algorithms.Adamax, (("exp_avgs", "exp_avg"), ("exp_infs", "exp_inf"), ("state_steps", "step")),
     _LAST.format("") + "eps, beta1, beta2, lr, weight_decay", {"betas": ("beta1", "beta2")}),
    ("asgd", algorithms.ASGD, (("axs", "ax"), ("mus", "mu"), ("etas", "eta"), ("state_steps", "step")), _LAST.format("") + "lambd, lr, t0, alpha, weight_decay", {}),
    ("nadam", algorithms.NAdam, (("exp_avgs", "exp_avg"), ("exp_avg_sqs", "exp_avg_sq"), ("mu_products", "mu_product"), ("state_steps", "step")),
     "decoupled_weight_decay=False, foreach=None, capturable=False, differentiable=False, has_complex=False, maximize=False, *, "
     "beta1, beta2, lr, weight_decay, momentum_decay, eps", {"betas": ("beta1", "beta2")}),
    ("radam", algorithms.RAdam, (("exp_avgs", "exp_avg"), ("exp_avg_sqs", "exp_avg_sq"), ("state_steps", "step")),
     "decoupled_weight_decay=False, foreach=None, differentiable=False, capturable=False, has_complex=False, maximize=False, *, "
     "beta1, beta2, lr, weight_decay, eps", {"betas": ("beta1", "beta2")}),
    ("rmsprop", algorithms.RMSprop, (("square_avgs", "square_avg"), ("grad_avgs", "grad_avg"), ("momentum_buffer_list", "momentum_buffer"), ("state_steps", "step")),
     _LAST.format("") + "lr, alpha, eps, weight_decay, momentum, centered", {}),
    ("rprop", algorithms.Rprop, (("prevs", "prev"), ("step_sizes", "step_size"), ("state_steps", "step")),
     "foreach=None, capturable=False, maximize=False, differentiable=False, has_complex=False, *, step_size_min, step_size_max, etaminus, etaplus",
     {"etas": ("etaminus", "etaplus"), "step_sizes": ("step_size_min", "step_size_max")}),
)


def _function(name, rule, lists, rest, renamed):
    gradients = "d_p_list" if name == "sgd" else "grads"
    arguments = ", ".join(["params", gradients, *(argument for argument, _ in lists), rest])
    signature = inspect.signature(eval(f"lambda {arguments}: None"))

    def function(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        given = bound.arguments
        steps = given.get("state_steps")
        if steps is not None and not all(hasattr(t, "add_") for t in steps):
            raise RuntimeError("API has changed, `state_steps` argument must contain a list of singleton tensors")
        group = {k: v for k, v in given.items() if k not in dict(lists)}
        group["decoupled_weight_decay"] = name == "adamw" or given.get("decoupled_weight_decay", False)
        for setting, parts in renamed.items():
            group[setting] = tuple(given[p] for p in parts)
        optimizer = object.__new__(rule)
        optimizer._check_capturable(group, given["params"])
        for i, (p, grad) in enumerate(zip(given["params"], given[gradients])):
            state = {key: given[argument][i] for argument, key in lists if i < len(given[argument]) and given[argument][i] is not None}
            before = dict(state)
            optimizer._update(p, grad, {p: state}, group)
            for argument, key in lists:
                if key in state and state[key] is not before.get(key):
                    given[argument][i] = state[key]

    function.__name__ = function.__qualname__ = name
    function.__signature__ = signature
    return function


for _row in _TABLE:
    globals()[_row[0]] = _function(*_row)
