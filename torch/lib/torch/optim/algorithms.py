"""Update rules."""
import math

import torch
from .optimizer import Optimizer, _without_grad


def _check(ok, what, value):
    if not ok:
        raise ValueError(f"Invalid {what}: {value}")


def _check_rate(lr, foreach=False, capturable=False):
    """A learning rate that is a tensor has one element."""
    if isinstance(lr, torch.Tensor):
        if foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        if lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")


def _value(x):
    return x.item() if isinstance(x, torch.Tensor) else x


def _number(x):
    """_value, but in traced code the tensor itself, as in PyTorch, since a graph would end at the number."""
    return x.item() if isinstance(x, torch.Tensor) and not torch.compiler.is_dynamo_compiling() else x


def _add(p, a, scale):
    """p += scale * a for a scale of either kind"""
    if isinstance(scale, torch.Tensor):
        return p.addcmul_(a, scale)
    return p.add_(a, alpha=scale)


def _addcdiv(p, a, b, scale):
    """p += scale * a / b for a scale of either kind"""
    if isinstance(scale, torch.Tensor):
        return p.add_(a / b * scale)
    return p.addcdiv_(a, b, value=scale)


class _Rule(Optimizer):
    """An optimiser that updates each parameter by itself."""

    _sparse = False  # whether gradients may be sparse
    _no_sparse = "{} does not support sparse gradients"
    _init_state = None  # fills what is remembered of a parameter, before its first update
    _complex = True  # whether parameters may be complex
    _captured = "params and state_steps"  # what must be on a device that captures steps, as the error names it
    _captured_lists = _captured  # the same of the rule for all parameters at once
    _on_xla, _lists_on_xla = True, False  # whether either rule has XLA among these devices

    @_without_grad
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        if self._init_state is not None:
            self._init_groups()
        for group in self.param_groups:
            self._check_capturable(group, [p for p in group["params"] if p.grad is not None])
            for p in group["params"]:
                if p.grad is not None:
                    if p.grad.is_sparse and not self._sparse:
                        raise RuntimeError(self._no_sparse.format(type(self).__name__))
                    if not torch.is_complex(p):
                        self._update(p, p.grad, self.state, group)
                    elif self._complex:
                        self._update_complex(p, group)
                    else:
                        raise RuntimeError(f"{type(self).__name__} does not support complex parameters")
        return loss

    def _check_capturable(self, group, params):
        """Refuses steps that shall be captured on a device that captures none; a compiler makes graphs of them without."""
        if not group.get("capturable") or group.get("fused") or torch.compiler.is_compiling():
            return
        what, on_xla = (self._captured_lists, self._lists_on_xla) if group.get("foreach") else (self._captured, self._on_xla)
        devices = ["cuda", "xpu", "hpu", "privateuseone"] + ["xla"] * on_xla
        if any(p.device.type not in devices for p in params):
            raise AssertionError(f"If capturable=True, {what} must be on supported devices: {devices}.")

    def _init_groups(self):
        """Fills the state of all parameters that have none; while a step is traced this runs at once, so that the graph finds the state made."""
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None and len(self.state[p]) == 0:
                    if p.grad.is_sparse and not self._sparse:
                        raise RuntimeError(self._no_sparse.format(type(self).__name__))
                    self._init_state(p, self.state[p], group)

    def _update_complex(self, p, group):
        """A complex parameter is updated as one of twice as many real numbers; its state is complex."""
        real, kept = torch.view_as_real(p), self.state.get(p, {})
        given = {name: torch.view_as_real(v) if isinstance(v, torch.Tensor) and v.is_complex() else v for name, v in kept.items()}
        state = {real: dict(given)}
        self._update(real, torch.view_as_real(p.grad), state, group)
        for name, v in state[real].items():
            if v is not given.get(name):
                kept[name] = torch.view_as_complex(v) if isinstance(v, torch.Tensor) and v.shape == real.shape else v
        if kept:
            self.state[p] = kept


def _filling(p, value):
    """What fills a state with value: of a complex parameter both parts."""
    return complex(value, value) if p.is_complex() else value


def _fill(state, value):
    """Sets a state of one element; a number is a tensor of the default type first, also where the state has more precision."""
    if isinstance(value, torch.Tensor):
        state.fill_(value)
    else:
        state.copy_(torch.as_tensor(value))


def _plus(x, eps):
    """x + eps, in place unless the step is recorded: then x is needed once more for its derivative."""
    return x.add(eps) if torch.is_grad_enabled() else x.add_(eps)


def _check_implementation(foreach, fused, differentiable):
    if fused:
        if differentiable:
            raise RuntimeError("`fused` does not support `differentiable`")
        if foreach:
            raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def _decayed(p, grad, group):
    if group["maximize"]:
        grad = -grad
    if group["weight_decay"] != 0:
        grad = grad.add(p, alpha=group["weight_decay"])
    return grad


class SGD(_Rule):
    _sparse = True

    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        _check_rate(lr)
        _check(not _value(lr) < 0.0, "learning rate", lr)
        _check(not momentum < 0.0, "momentum value", momentum)
        _check(not weight_decay < 0.0, "weight_decay value", weight_decay)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov,
                                      maximize=maximize, foreach=foreach, differentiable=differentiable, fused=fused))
        _check_implementation(foreach, fused, differentiable)

    def _update(self, p, grad, state, group):
        given = grad
        grad = _decayed(p, grad, group)
        momentum = group["momentum"]
        if momentum != 0:
            buf = state[p].get("momentum_buffer")
            if buf is None:
                buf = grad.detach().clone()
            else:
                buf.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            state[p]["momentum_buffer"] = buf
            if not group["nesterov"]:
                grad = buf
            elif group["foreach"] and grad is given and not grad.is_sparse:  # PyTorch's rule for all parameters at once adds to the gradients themselves
                grad.add_(buf, alpha=momentum)
            else:
                grad = grad.add(buf, alpha=momentum)
        _add(p, grad, -_number(group["lr"]))


def _betas(lr, eps, betas, weight_decay):
    _check_rate(lr)
    _check(0.0 <= _value(lr), "learning rate", lr)
    _check(0.0 <= eps, "epsilon value", eps)
    _check(0.0 <= betas[0] < 1.0, "beta parameter at index 0", betas[0])
    _check(0.0 <= betas[1] < 1.0, "beta parameter at index 1", betas[1])
    _check(not weight_decay < 0.0, "weight_decay value", weight_decay)


class Adam(_Rule):
    _no_sparse = "Adam does not support sparse gradients, please consider SparseAdam instead"

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False,
                 capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        if isinstance(lr, torch.Tensor) and foreach and not capturable:
            raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
        _betas(lr, eps, betas, weight_decay)
        if isinstance(betas[0], torch.Tensor) != isinstance(betas[1], torch.Tensor):
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if isinstance(beta, torch.Tensor):
                if foreach and not capturable:
                    raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
                if beta.numel() != 1:
                    raise ValueError(f"Tensor betas[{i}] must be 1-element")
        betas = tuple(beta.squeeze() if isinstance(beta, torch.Tensor) else beta for beta in betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
                                      capturable=capturable, differentiable=differentiable, fused=fused,
                                      decoupled_weight_decay=decoupled_weight_decay))
        _check_implementation(foreach, fused, differentiable)

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        s["exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        if group["amsgrad"]:
            s["max_exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, p, grad, state, group):
        s = state[p]
        lr, (beta1, beta2) = _number(group["lr"]), group["betas"]
        if group["maximize"]:
            grad = -grad
        s["step"] += 1
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        s["exp_avg"].lerp_(grad, 1 - beta1)
        s["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=_value(1 - beta2))
        step = _number(s["step"])
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        second = s["exp_avg_sq"]
        if group["amsgrad"]:
            if torch.is_grad_enabled():
                s["max_exp_avg_sq"].copy_(torch.maximum(s["max_exp_avg_sq"].clone(), second))
            else:
                torch.maximum(s["max_exp_avg_sq"], second, out=s["max_exp_avg_sq"])
            second = s["max_exp_avg_sq"]
        root = correction2.sqrt() if isinstance(correction2, torch.Tensor) else math.sqrt(correction2)
        denom = (second.sqrt() / root).add_(group["eps"])
        _addcdiv(p, s["exp_avg"], denom, -(lr / correction1))


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=fused, decoupled_weight_decay=True)


class RMSprop(_Rule):
    _lists_on_xla = True

    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        _check_rate(lr)
        _check(0.0 <= _value(lr), "learning rate", lr)
        _check(0.0 <= eps, "epsilon value", eps)
        _check(0.0 <= momentum, "momentum value", momentum)
        _check(0.0 <= weight_decay, "weight_decay value", weight_decay)
        _check(0.0 <= alpha, "alpha value", alpha)
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
                                      capturable=capturable, foreach=foreach, maximize=maximize, differentiable=differentiable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["square_avg"] = torch.zeros_like(p)
        if group["momentum"] > 0:
            s["momentum_buffer"] = torch.zeros_like(p)
        if group["centered"]:
            s["grad_avg"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        grad = _decayed(p, grad, group)
        alpha = group["alpha"]
        square = s["square_avg"]
        square.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            s["grad_avg"].lerp_(grad, 1 - alpha)
            avg = square.addcmul(s["grad_avg"], s["grad_avg"], value=-1).sqrt_()
        else:
            avg = square.sqrt()
        avg = _plus(avg, group["eps"])
        lr = _number(group["lr"])
        if group["momentum"] > 0:
            s["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, avg)
            _add(p, s["momentum_buffer"], -lr)
        else:
            _addcdiv(p, grad, avg, -lr)


class Adagrad(_Rule):
    _sparse = True

    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False,
                 differentiable=False, fused=None):
        _check_rate(lr)
        _check(0.0 <= _value(lr), "learning rate", lr)
        _check(0.0 <= lr_decay, "lr_decay value", lr_decay)
        _check(0.0 <= weight_decay, "weight_decay value", weight_decay)
        _check(0.0 <= initial_accumulator_value, "initial_accumulator_value value", initial_accumulator_value)
        _check(0.0 <= eps, "epsilon value", eps)
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, fused=fused))
        _check_implementation(foreach, fused, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                value = _filling(p, initial_accumulator_value)
                self.state[p]["step"] = torch.tensor(0.0, dtype=torch.float32)
                self.state[p]["sum"] = torch.full_like(p, value, memory_format=torch.preserve_format)

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        if group["weight_decay"] != 0 and grad.is_sparse:
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")
        grad = _decayed(p, grad, group)
        clr = _number(group["lr"]) / (1 + (_number(s["step"]) - 1) * group["lr_decay"])
        if grad.is_sparse:
            grad = grad.coalesce()
            at, values = tuple(grad._indices()), grad._values()
            s["sum"].index_put_(at, values.pow(2), accumulate=True)
            p.index_put_(at, values / s["sum"][at].sqrt_().add_(group["eps"]) * -clr, accumulate=True)
            return
        s["sum"].addcmul_(grad, grad, value=1)
        _addcdiv(p, grad, _plus(s["sum"].sqrt(), group["eps"]), -clr)


class Adadelta(_Rule):
    _on_xla = False

    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False, differentiable=False):
        _check_rate(lr)
        _check(0.0 <= _value(lr), "learning rate", lr)
        _check(0.0 <= rho <= 1.0, "rho value", rho)
        _check(0.0 <= eps, "epsilon value", eps)
        _check(0.0 <= weight_decay, "weight_decay value", weight_decay)
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable,
                                      foreach=foreach, differentiable=differentiable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["square_avg"] = torch.zeros_like(p)
        s["acc_delta"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        grad = _decayed(p, grad, group)
        rho, eps = group["rho"], group["eps"]
        s["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        std = s["square_avg"].add(eps).sqrt_()
        delta = s["acc_delta"].add(eps).sqrt_()
        delta = delta / std * grad if torch.is_grad_enabled() else delta.div_(std).mul_(grad)
        s["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        _add(p, delta, -_number(group["lr"]))


class Adamax(_Rule):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False, differentiable=False,
                 capturable=False):
        _betas(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["exp_avg"] = torch.zeros_like(p)
        s["exp_inf"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        grad = _decayed(p, grad, group)
        beta1, beta2 = group["betas"]
        s["exp_avg"].lerp_(grad, 1 - beta1)
        s["exp_inf"].copy_(torch.maximum(s["exp_inf"].mul(beta2), grad.abs().add_(group["eps"])))
        _addcdiv(p, s["exp_avg"], s["exp_inf"], -(_number(group["lr"]) / (1 - beta1 ** _number(s["step"]))))


class NAdam(_Rule):
    _captured = "params, mu_products and state_steps"
    _captured_lists = "params, mu_products, and state_steps"

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        _betas(lr, eps, betas, weight_decay)
        _check(0.0 <= momentum_decay, "momentum_decay value", momentum_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay,
                                      decoupled_weight_decay=decoupled_weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
                                      differentiable=differentiable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["mu_product"] = torch.ones((), dtype=torch.float32)
        s["exp_avg"] = torch.zeros_like(p)
        s["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        lr, (beta1, beta2) = _number(group["lr"]), group["betas"]
        if group["maximize"]:
            grad = -grad
        s["step"] += 1
        step = _number(s["step"])
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * group["momentum_decay"])))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * group["momentum_decay"])))
        s["mu_product"] *= mu
        s["exp_avg"].lerp_(grad, 1 - beta1)
        s["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = _plus(s["exp_avg_sq"].div(1 - beta2**step).sqrt(), group["eps"])
        product = _number(s["mu_product"])
        _addcdiv(p, grad, denom, -lr * (1.0 - mu) / (1.0 - product))
        _addcdiv(p, s["exp_avg"], denom, (-lr * mu_next) / (1.0 - product * mu_next))


class RAdam(_Rule):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        _betas(lr, eps, betas, weight_decay)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach,
                                      capturable=capturable, decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["exp_avg"] = torch.zeros_like(p)
        s["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        lr, (beta1, beta2) = _number(group["lr"]), group["betas"]
        if group["maximize"]:
            grad = -grad
        s["step"] += 1
        step = _number(s["step"])
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        s["exp_avg"].lerp_(grad, 1 - beta1)
        s["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        correction1, correction2 = 1 - beta1**step, 1 - beta2**step
        corrected = s["exp_avg"] / correction1
        rho_inf = 2 / (1 - beta2) - 1
        rho = rho_inf - 2 * step * (beta2**step) / correction2

        def scale():
            rect = ((rho - 4) * (rho - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho)) ** 0.5
            adaptive = (correction2**0.5) / _plus(s["exp_avg_sq"].sqrt(), group["eps"])
            return adaptive, rect

        update = corrected * lr
        if isinstance(rho, torch.Tensor):
            adaptive, rect = scale()
            update = update * torch.where(rho > 5.0, rect * adaptive, 1.0)
        elif rho > 5.0:
            adaptive, rect = scale()
            update = update * adaptive * rect
        p.add_(update, alpha=-1.0)


class ASGD(_Rule):
    _captured = _captured_lists = "params, mus, etas, and state_steps"

    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False, differentiable=False,
                 capturable=False):
        _check_rate(lr)
        _check(0.0 <= _value(lr), "learning rate", lr)
        _check(0.0 <= weight_decay, "weight_decay value", weight_decay)
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["eta"] = torch.as_tensor(_value(group["lr"]), dtype=torch.float32).clone()
        s["mu"] = torch.ones((), dtype=torch.float32)
        s["ax"] = torch.zeros_like(p)

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        grad = _decayed(p, grad, group)
        step, eta, mu = (_number(s[name]) for name in ("step", "eta", "mu"))
        p.mul_(1 - group["lambd"] * eta)
        if isinstance(eta, torch.Tensor):
            p.addcmul_(grad, eta, value=-1)
        else:
            p.add_(grad, alpha=-eta)
        if isinstance(mu, torch.Tensor) or mu != 1:
            s["ax"].add_(p.sub(s["ax"]).mul_(mu))
        else:
            s["ax"].copy_(p)
        lr = _number(group["lr"])
        _fill(s["eta"], lr / ((1 + group["lambd"] * lr * step) ** group["alpha"]))
        past = step - group["t0"]
        _fill(s["mu"], 1 / (torch.clamp(past, min=1) if isinstance(past, torch.Tensor) else max(1, past)))


class Rprop(_Rule):
    _lists_on_xla = True

    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        _check_rate(lr)
        _check(0.0 <= _value(lr), "learning rate", lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, differentiable=differentiable,
                                      capturable=capturable))

    def _init_state(self, p, s, group):
        s["step"] = torch.tensor(0.0, dtype=torch.float32)
        s["prev"] = torch.zeros_like(p)
        s["step_size"] = torch.full_like(p.grad, _filling(p, _value(group["lr"])))

    def _update(self, p, grad, state, group):
        s = state[p]
        s["step"] += 1
        if group["maximize"]:
            grad = -grad
        sign = grad.mul(s["prev"].clone() if torch.is_grad_enabled() else s["prev"]).sign()
        down, up = group["etas"]
        factor = torch.where(sign > 0, up, torch.where(sign < 0, down, torch.ones_like(sign)))  # of the type of the gradients
        s["step_size"].mul_(factor).clamp_(*group["step_sizes"])
        grad = torch.where(sign < 0, torch.zeros_like(grad), grad)
        p.addcmul_(grad.sign(), s["step_size"], value=-1)
        s["prev"].copy_(grad)
