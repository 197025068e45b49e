"""The limited-memory BFGS method: directions from the last steps and changes of the gradient, and a line search that meets the
strong Wolfe conditions."""
import torch
from .optimizer import Optimizer


def _cubic(x1, f1, g1, x2, f2, g2, bounds=None):
    """The minimum, within bounds, of the cubic that has two values and slopes."""
    low, high = bounds if bounds is not None else (x1, x2) if x1 <= x2 else (x2, x1)
    d1 = g1 + g2 - 3 * (f1 - f2) / (x1 - x2)
    square = d1 ** 2 - g1 * g2
    if square < 0:
        return (low + high) / 2.0
    d2 = square.sqrt() if isinstance(square, torch.Tensor) else square ** 0.5
    if x1 <= x2:
        best = x2 - (x2 - x1) * ((g2 + d2 - d1) / (g2 - g1 + 2 * d2))
    else:
        best = x1 - (x1 - x2) * ((g1 + d2 - d1) / (g1 - g2 + 2 * d2))
    return min(max(best, low), high)


class _Point:
    """A step along the direction with the loss, the gradient and the slope there."""

    def __init__(self, t, loss, grad, slope):
        self.t, self.loss, self.grad, self.slope = t, loss, grad, slope


def _strong_wolfe(at, t, d, loss, grad, slope, c1=1e-4, c2=0.9, tolerance_change=1e-9, max_ls=25):
    """Looks along d for a step that lowers the loss enough and flattens the slope: first for an interval that has one, by larger and
    larger steps, then inside it. Gives the loss, the gradient, the step and the number of evaluations."""
    size = d.abs().max()
    start = _Point(0, loss, grad.clone(memory_format=torch.contiguous_format), slope)

    def look(t):
        new_loss, new_grad = at(t)
        return _Point(t, new_loss, new_grad.clone(memory_format=torch.contiguous_format), new_grad.dot(d))

    def too_high(p):
        return p.loss > loss + c1 * p.t * slope

    def flat(p):
        return abs(p.slope) <= -c2 * slope

    previous, point = start, look(t)
    evaluations, done, tries = 1, False, 0
    while tries < max_ls:
        if too_high(point) or (tries > 1 and point.loss >= previous.loss):
            bracket = [previous, point]
            break
        if flat(point):
            bracket, done = [point], True
            break
        if point.slope >= 0:
            bracket = [previous, point]
            break
        bounds = (point.t + 0.01 * (point.t - previous.t), point.t * 10)
        t = _cubic(previous.t, previous.loss, previous.slope, point.t, point.loss, point.slope, bounds)
        previous, point = point, look(t)
        evaluations += 1
        tries += 1
    else:
        bracket = [start, point]

    stalled = False
    low, high = (0, 1) if bracket[0].loss <= bracket[-1].loss else (1, 0)
    while not done and tries < max_ls:
        a, b = bracket
        if abs(b.t - a.t) * size < tolerance_change:
            break
        t = _cubic(a.t, a.loss, a.slope, b.t, b.loss, b.slope)
        left, right = min(a.t, b.t), max(a.t, b.t)
        # A step too near to an end makes little progress: the second time, or at the end, it is moved a tenth inwards.
        margin = 0.1 * (right - left)
        if min(right - t, t - left) < margin:
            if stalled or t >= right or t <= left:
                t = right - margin if abs(t - right) < abs(t - left) else left + margin
                stalled = False
            else:
                stalled = True
        else:
            stalled = False
        point = look(t)
        evaluations += 1
        tries += 1
        if too_high(point) or point.loss >= bracket[low].loss:
            bracket[high] = point
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
        else:
            if flat(point):
                done = True
            elif point.slope * (bracket[high].t - bracket[low].t) >= 0:
                bracket[high] = bracket[low]
            bracket[low] = point
    best = bracket[low] if len(bracket) > 1 else bracket[0]
    return best.loss, best.grad, best.t, evaluations


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100, line_search_fn=None, *,
                 maximize=False):
        if isinstance(lr, torch.Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad, tolerance_change=tolerance_change,
                                      history_size=history_size, line_search_fn=line_search_fn, maximize=maximize))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _gather_flat_grad(self):
        flat = [(p.new_zeros(p.numel()) if p.grad is None else p.grad.to_dense().view(-1) if p.grad.is_sparse else p.grad.view(-1))
                for p in self._params]
        grad = torch.cat([torch.view_as_real(g).view(-1) if g.is_complex() else g for g in flat], 0)
        return grad.neg() if self.param_groups[0]["maximize"] else grad

    def _add_grad(self, step_size, direction):
        offset = 0
        for p in self._params:
            if p.is_complex():
                p = torch.view_as_real(p)
            n = p.numel()
            p.add_(direction[offset:offset + n].view_as(p), alpha=step_size)
            offset += n

    def _set_param(self, values):
        for p, value in zip(self._params, values):
            p.copy_(value)

    @torch._disable_dynamo
    @torch.no_grad()
    def step(self, closure):
        closure = torch.enable_grad()(closure)
        group = self.param_groups[0]
        lr, max_iter, max_eval = group["lr"], group["max_iter"], group["max_eval"]
        tolerance_grad, tolerance_change = group["tolerance_grad"], group["tolerance_change"]
        line_search, history = group["line_search_fn"], group["history_size"]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)

        sign = -1.0 if group["maximize"] else 1.0  # what is made largest is the loss without its sign
        first_loss = closure()
        loss = sign * float(first_loss)
        evaluations = 1
        state["func_evals"] += 1
        grad = self._gather_flat_grad()
        if grad.abs().max() <= tolerance_grad:
            return first_loss

        d, t = state.get("d"), state.get("t")
        dirs, steps, ro = state.get("old_dirs"), state.get("old_stps"), state.get("ro")
        scale, before, previous_loss = state.get("H_diag"), state.get("prev_flat_grad"), state.get("prev_loss")
        iterations = 0
        while iterations < max_iter:
            iterations += 1
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                d, dirs, steps, ro, scale = grad.neg(), [], [], [], 1
            else:
                y, s = grad.sub(before), d.mul(t)
                ys = y.dot(s)
                if ys > 1e-10: # curvature that is not positive would spoil the approximation
                    if len(dirs) == history:
                        del dirs[0], steps[0], ro[0]
                    dirs.append(y)
                    steps.append(s)
                    ro.append(1.0 / ys)
                    scale = ys / y.dot(y)
                # The two loops multiply the gradient by the approximate inverse Hessian.
                al = state.setdefault("al", [None] * history)
                q = grad.neg()
                for i in range(len(dirs) - 1, -1, -1):
                    al[i] = steps[i].dot(q) * ro[i]
                    q.add_(dirs[i], alpha=-al[i])
                d = torch.mul(q, scale)
                for i in range(len(dirs)):
                    d.add_(steps[i], alpha=al[i] - dirs[i].dot(d) * ro[i])
            if before is None:
                before = grad.clone(memory_format=torch.contiguous_format)
            else:
                before.copy_(grad)
            previous_loss = loss

            t = min(1.0, 1.0 / grad.abs().sum()) * lr if state["n_iter"] == 1 else lr
            slope = grad.dot(d)
            if slope > -tolerance_change:
                break
            used = 0
            if line_search is not None:
                if line_search != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                start = [p.clone(memory_format=torch.contiguous_format) for p in self._params]

                def at(t):
                    self._add_grad(t, d)
                    value = sign * float(closure())
                    found = self._gather_flat_grad()
                    self._set_param(start)
                    return value, found

                loss, grad, t, used = _strong_wolfe(at, t, d, loss, grad, slope)
                self._add_grad(t, d)
                optimal = grad.abs().max() <= tolerance_grad
            else:
                self._add_grad(t, d)
                optimal = False
                if iterations != max_iter:
                    loss = sign * float(closure())
                    grad = self._gather_flat_grad()
                    optimal = grad.abs().max() <= tolerance_grad
                    used = 1
            evaluations += used
            state["func_evals"] += used
            if iterations == max_iter or evaluations >= max_eval or optimal:
                break
            if d.mul(t).abs().max() <= tolerance_change or abs(loss - previous_loss) < tolerance_change:
                break

        state.update(d=d, t=t, old_dirs=dirs, old_stps=steps, ro=ro, H_diag=scale, prev_flat_grad=before, prev_loss=previous_loss)
        return first_loss
