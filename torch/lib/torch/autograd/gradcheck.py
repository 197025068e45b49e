"""Derivatives against finite differences.

A derivative is a Jacobian [elements of an input, elements of an output]. A complex output is two real ones, of which backward with 1 and with 1j as the
gradient gives the derivatives; with respect to a complex input the derivative of a real s is ds/dx + 1j ds/dy. The fast mode compares products of
the Jacobians with random vectors from both sides instead of all elements.
"""
import itertools
import warnings

import torch
import torch.autograd.forward_ad as fwAD
from torch.autograd import grad

_PARTS = ((1j, "imaginary"), (1, "real"))  # in the order of the checks


class GradcheckError(RuntimeError):
    """A derivative that is not what the differences say."""


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False,
              check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False, check_backward_ad=True, fast_mode=False, masked=None,
              check_sparse_nnz=None):
    if not check_forward_ad and not check_backward_ad:
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_batched_grad and not check_backward_ad:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    if any(isinstance(x, torch.Tensor) and x.layout not in (torch.strided, torch._mkldnn) and x.requires_grad for x in _tuple(inputs)):
        if not masked and not check_sparse_nnz:
            raise ValueError("gradcheck expects all tensor inputs are dense when masked is set to False." if masked is not None else "magneto: gradcheck of sparse inputs takes masked=True")
        return torch.sparse.as_sparse_gradcheck(gradcheck)(func, inputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                                                           check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes, fast_mode=fast_mode)
    try:
        check = _Check(func, _tuple(inputs), eps, atol, rtol, fast_mode)
        check.inputs_are_fit()
        outputs = check.run()
        check.outputs_are_fit(outputs)
        shown = [out for out in outputs if out.requires_grad]
        if not shown:
            return check.expect_zero(outputs)
        if check_backward_ad:
            check.backward(shown, nondet_tol, check_grad_dtypes)
        if check_forward_ad:
            check.forward(check_grad_dtypes)
        if check_batched_forward_grad:
            check.batched_forward()
        if not check_backward_ad:
            return True
        if check_batched_grad:
            check.batched_backward()
        check.scaled_by_gradient(shown)
        if check_undefined_grad:
            check.undefined_gradients()
        return True
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False, raise_exception=True, nondet_tol=0.0,
                  check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False, check_fwd_over_rev=False, check_rev_over_rev=True,
                  fast_mode=False, masked=False):
    """gradcheck of the gradients, as functions of the inputs and of the gradients that come from above."""
    if not check_fwd_over_rev and not check_rev_over_rev:
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    if check_undefined_grad and not check_rev_over_rev:
        raise AssertionError("Setting check_undefined_grad=True requires check_rev_over_rev to be True")
    if check_batched_grad and not check_rev_over_rev:
        raise AssertionError("Setting check_batched_grad=True requires check_rev_over_rev to be True")
    inputs = _tuple(inputs)
    if grad_outputs is None:
        grad_outputs = tuple(_random_like(out, gen_non_contig_grad_outputs) for out in _shown(func(*inputs)))
    else:
        grad_outputs = _tuple(grad_outputs)
    count = len(grad_outputs)

    def gradients(*args):
        roots, above = args[:-count], args[-count:]
        wanted = [x for x in roots if isinstance(x, torch.Tensor) and x.requires_grad]
        made = grad(_shown(func(*roots)), wanted, above, create_graph=True, allow_unused=True)
        return tuple(g for g in made if g is not None)

    try:
        return gradcheck(gradients, inputs + grad_outputs, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                         check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes, check_batched_grad=check_batched_grad,
                         check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev, fast_mode=fast_mode, masked=masked)
    except RuntimeError as e:
        if grad_outputs is None or "does not require grad" not in str(e) or raise_exception:
            raise
        return False


class _Check:
    """One call of gradcheck."""

    def __init__(self, func, inputs, eps, atol, rtol, fast):
        self.func, self.inputs, self.eps, self.atol, self.rtol, self.fast = func, inputs, eps, atol, rtol, fast
        self.roots = [(i, x) for i, x in enumerate(inputs) if isinstance(x, torch.Tensor) and x.requires_grad]

    def run(self):
        return _tuple(self.func(*self.inputs))

    def inputs_are_fit(self):
        if not self.roots:
            raise ValueError("gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True.")
        for i, x in self.roots:
            if x.dtype not in (torch.float64, torch.complex128):
                warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. This check will likely fail if all the inputs are not of double precision floating point or complex. ", stacklevel=3)
            if x.layout is torch.strided and any(stride == 0 and size > 1 for stride, size in zip(x.stride(), x.size())):
                raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be able to compute the numerical gradients correctly. You should call .contiguous on the input before passing it to gradcheck.")
            x.retain_grad()

    def outputs_are_fit(self, outputs):
        if any(out.layout is not torch.strided for out in outputs if out.requires_grad):
            raise ValueError("Sparse output is not supported at gradcheck yet. Please call to_dense(masked_grad=...) on the output of fn for gradcheck.")

    def same(self, a, b):
        a, b = (t if t.layout == torch.strided else t.to_dense() for t in (a, b))
        return torch.allclose(a, b, rtol=self.rtol, atol=self.atol, equal_nan=True)

    # Differences

    def difference(self, x, step, read):
        """What read gives with x + step and x - step, by the distance; step is added in place, so that views of x and functions that hold it see it."""
        data = x.data
        kept = data.clone()
        results = []
        for sign in (1, -1):
            moved = kept + sign * step if data.layout is torch.strided else (kept.to_dense() + sign * step).to_mkldnn()
            data.copy_(moved)
            results.append(read())
        data.copy_(kept)
        return (results[0] - results[1]) / (2 * self.eps)

    def all_values(self):
        return torch.cat([(o if o.layout == torch.strided else o.to_dense()).detach().reshape(-1).to(self.wide) for o in self.run()])

    def numerical(self, x, direction=None):
        """The differences of all outputs in a row, for each element of x, or along one direction."""
        if direction is not None:
            return self.difference(x, self.eps * direction, self.all_values)
        rows = []
        for at in itertools.product(*map(range, x.size())):
            step = torch.zeros_like(x.detach() if x.layout is torch.strided else x.detach().to_dense())
            step[at] = self.eps
            rows.append(self.difference(x, step, self.all_values))
        return torch.stack(rows) if rows else torch.zeros(0, self.all_values().numel(), dtype=self.wide)

    def differences(self, outputs, x):
        """For each output the differences along the real parts of x, and where x is complex the imaginary ones: [elements of x, elements of the output]."""
        self.wide = torch.complex128 if any(o.is_complex() for o in outputs) else torch.float64
        along_real = self.numerical(x)
        along_imaginary = None
        if x.is_complex():
            eps, rows = self.eps, []
            for at in itertools.product(*map(range, x.size())):
                step = torch.zeros_like(x.detach())
                step[at] = eps * 1j
                rows.append(self.difference(x, step, self.all_values))
            along_imaginary = torch.stack(rows) if rows else along_real.clone()
        sizes = [o.numel() for o in outputs]
        cut = lambda rows: None if rows is None else rows.split(sizes, 1)
        return cut(along_real), cut(along_imaginary)

    def expect_zero(self, outputs):
        for _, x in self.roots:
            for rows in self.differences(outputs, x) if outputs else ():
                if rows is not None and any(not self.same(r, torch.zeros_like(r)) for r in rows):
                    raise GradcheckError("Numerical gradient for function expected to be zero")
        return True

    # Backward

    def analytical(self, out, x, seed):
        """Backward from each element of out: [elements of x, elements of out], and the gradients as they came."""
        made = torch.zeros(x.numel(), out.numel(), dtype=torch.complex128 if x.is_complex() else torch.float64)
        given = []
        for j in range(out.numel()):
            above = torch.zeros_like(out, memory_format=torch.contiguous_format)
            above.view(-1)[j] = seed
            g, = grad(out, x, above, retain_graph=True, allow_unused=True)
            given.append(g)
            if g is None:
                continue
            if g.size() != x.size():
                raise GradcheckError("Analytical gradient has incorrect size")
            made[:, j] = (g.to_dense() if g.layout is not torch.strided else g).reshape(-1).to(made.dtype)
        return made, given

    def backward(self, shown, tolerance, dtypes):
        outputs = self.run()
        self.shown_at = [k for k, out in enumerate(outputs) if out.requires_grad]
        if self.fast:
            return self.fast_backward(outputs, tolerance, dtypes)
        found = [self.differences(outputs, x) for _, x in self.roots]
        for seed, part in _PARTS:
            for n, k in enumerate(self.shown_at):
                out = outputs[k]
                if seed == 1j and not out.is_complex():
                    continue
                for (m, x), (real, imaginary) in zip(self.roots, found):
                    pick = _part(part) if out.is_complex() else lambda v: v.real if v.is_complex() else v
                    wanted = pick(real[k]) if imaginary is None else torch.complex(pick(real[k]), pick(imaginary[k]))
                    made, given = self.analytical(out, x, seed)
                    self.repeats(out, x, seed, made, tolerance)
                    self.types(given, x, dtypes)
                    if not self.same(made, wanted):
                        raise GradcheckError(self.mismatch(_only(part, "outputs") if out.is_complex() else "", "", n, m, wanted, made))

    def repeats(self, out, x, seed, made, tolerance):
        again, _ = self.analytical(out, x, seed)
        if not torch.allclose(made, again, rtol=0, atol=tolerance, equal_nan=True):
            raise GradcheckError(f"Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, although analytical gradient matches numerical gradient.The tolerance for nondeterminism was {tolerance}.\n\nNOTE: If your op relies on non-deterministic operations i.e., it is listed here:\nhttps://pytorch.org/docs/stable/generated/torch.use_deterministic_algorithms.html\nthis failure might be expected.\n\nIf you are adding a new operator, please file an issue and then use one of the\nworkarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck.")

    def types(self, given, x, wanted):
        for g in given:
            if wanted and g is not None and g.dtype != x.dtype:
                raise GradcheckError("Gradient has dtype mismatch")

    def fast_backward(self, outputs, tolerance, dtypes):
        generator = torch.Generator().manual_seed(0)
        for n, k in enumerate(self.shown_at):
            out = outputs[k]
            for seed, part in _PARTS:
                if seed == 1j and not out.is_complex():
                    continue
                left = _random(out, generator)
                for m, x in self.roots:
                    right = _random(x, generator)
                    above = (left * seed).to(out.dtype).reshape(out.size())
                    g, = grad(out, x, above, retain_graph=True, allow_unused=True)
                    again, = grad(out, x, above, retain_graph=True, allow_unused=True)
                    self.types([g], x, dtypes)
                    self.wide = torch.complex128 if any(o.is_complex() for o in outputs) else torch.float64
                    sizes = [o.numel() for o in outputs]
                    wanted = made = 0
                    for side in (1, 1j) if x.is_complex() else (1,):
                        d = self.numerical(x, (right * side).to(x.dtype).reshape(x.size())).split(sizes)[k]
                        d = _part(part)(d) if out.is_complex() else d.real if d.is_complex() else d
                        wanted = wanted + (left.reshape(-1) * d).sum()
                        if g is not None:
                            flat = (g if g.layout == torch.strided else g.to_dense()).reshape(-1)
                            made = made + (right.reshape(-1) * (flat if not x.is_complex() else flat.real if side == 1 else flat.imag)).sum()
                    made = torch.as_tensor(made, dtype=wanted.dtype)
                    if not self.same(made, wanted):
                        exact = self.exact(out, k, x, seed, part, outputs)
                        raise GradcheckError(self.mismatch(_only(part, "outputs") if out.is_complex() else "", "", n, m, wanted, made) + exact)
                    if g is not None and not torch.allclose(*(t if t.layout == torch.strided else t.to_dense() for t in (g, again)), rtol=0, atol=tolerance, equal_nan=True):
                        self.repeats(out, x, seed, made, tolerance)

    def exact(self, out, k, x, seed, part, outputs):
        """What the slow mode says where the fast one failed."""
        real, imaginary = self.differences(outputs, x)
        pick = _part(part) if out.is_complex() else lambda v: v.real if v.is_complex() else v
        wanted = pick(real[k]) if imaginary is None else torch.complex(pick(real[k]), pick(imaginary[k]))
        made, _ = self.analytical(out, x, seed)
        text = f"\nThe above quantities relating the numerical and analytical jacobians are computed \nin fast mode. See: https://github.com/pytorch/pytorch/issues/53876 for more background \nabout fast mode. Below, we recompute numerical and analytical jacobians in slow mode:\n\nNumerical:\n {wanted}\nAnalytical:\n{made}\n\nThe max per-element difference (slow mode) is: {(wanted - made).abs().max() if wanted.numel() else 0.0}.\n"
        if self.same(made, wanted):
            text += "Fast gradcheck failed but element-wise differences are small. This means that the\ntest might've passed in slow_mode!\n"
        return text

    def mismatch(self, prefix, how, n, m, numerical, analytical):
        return f"{prefix}Jacobian {how}mismatch for output {n} with respect to input {m},\nnumerical:{numerical}\nanalytical:{analytical}\n"

    def scaled_by_gradient(self, shown):
        """Zeros from above give zeros."""
        roots = [x for _, x in self.roots]
        outputs = _shown(self.func(*self.inputs))
        for (m, x), g in zip(self.roots, grad(outputs, roots, [torch.zeros_like(o, memory_format=torch.legacy_contiguous_format) for o in outputs], allow_unused=True)):
            if g is None:
                continue
            if g.layout is torch.strided and not g.eq(0).all():
                raise GradcheckError("backward not multiplied by grad_output")
            if g.dtype != x.dtype:
                raise GradcheckError(f"grad is incorrect type (expected {x.type()}, got {g.type()})")
            if g.device != x.device:
                raise GradcheckError("grad is on incorrect device")
            if g.size() != x.size():
                raise GradcheckError("grad is incorrect size")

    def undefined_gradients(self):
        """Backward has to take it that some outputs, or all, have no gradient."""
        message = "Expected backward function to handle undefined output grads. Please look at 'Notes about undefined output gradients' in \"tools/autograd/derivatives.yaml\""
        roots = [x for _, x in self.roots]

        def passes(undefined):
            outputs = _shown(self.func(*self.inputs))
            try:
                made = grad([_Undefined.apply(o) if k in undefined else o for k, o in enumerate(outputs)], roots,
                            [torch.zeros_like(o, memory_format=torch.legacy_contiguous_format) for o in outputs], allow_unused=True)
            except RuntimeError as e:
                raise GradcheckError(message) from e
            for g in made:
                if g is not None and g.layout is torch.strided and not (g == 0).all():
                    raise GradcheckError("Expected all input grads to be undefined or zero when all output grads are undefined or zero. Please look at 'Notes about undefined output gradients' in \"tools/autograd/derivatives.yaml\"")

        count = len(_shown(self.func(*self.inputs)))
        passes(set(range(count)))
        if count > 1:
            for k in range(count):
                passes({k})
                passes(set(range(count)) - {k})

    # Forward

    def tangents(self, x, tangent, primal=None):
        """The tangents of all outputs where x has one. Transforms refuse new leaves: inside of one the leaf to stand for x is given."""
        if primal is None:
            primal = x.detach().requires_grad_()
        with fwAD.dual_level():
            args = [fwAD.make_dual(primal, tangent) if v is x else v for v in self.inputs]
            try:
                parts = [fwAD.unpack_dual(o) for o in _tuple(self.func(*args))]
            except RuntimeError as e:
                if not any(text in str(e) for text in ("does not require grad", "cannot be empty", "gradients of dual tensors")):
                    raise
                parts = ()
        outputs = self.run()
        if len(parts) == len(outputs):
            return [torch.zeros_like(p.primal) if p.tangent is None else p.tangent.clone() for p in parts]
        # A function that itself runs backward records nothing of a dual tensor: the product by two more passes.
        left = [torch.zeros_like(o, requires_grad=True) for o in outputs]
        rows, = grad(outputs, x, left, create_graph=True, allow_unused=True)
        made = [None] * len(outputs) if rows is None else grad(rows, left, tangent, allow_unused=True)
        return [torch.zeros_like(o) if t is None else t for o, t in zip(outputs, made)]

    def forward(self, dtypes):
        outputs = self.run()
        for m, x in self.roots:
            real, imaginary = self.differences(outputs, x)
            for side, part in _PARTS if x.is_complex() else _PARTS[1:]:
                found = imaginary if side == 1j else real
                if self.fast:
                    steps = [_random(x, torch.Generator().manual_seed(m)).reshape(x.size())]
                else:
                    steps = []
                    for at in itertools.product(*map(range, x.size())):
                        step = torch.zeros(x.size(), dtype=torch.float64)
                        step[at] = 1
                        steps.append(step)
                rows = [self.tangents(x, (s * side).to(x.dtype)) for s in steps]
                for n, out in enumerate(outputs):
                    wanted = found[n] if not self.fast else (steps[0].reshape(-1, 1) * found[n]).sum(0, keepdim=True)
                    made = torch.stack([r[n].reshape(-1).to(wanted.dtype) for r in rows]) if rows else torch.zeros_like(wanted)
                    if not self.same(made, wanted):
                        raise GradcheckError(self.mismatch(_only(part, "inputs") if x.is_complex() else "", "computed with forward mode ", n, m, wanted, made))
                    if dtypes and rows and rows[0][n].dtype != out.dtype:
                        raise GradcheckError("Forward AD produced a tangent of another dtype than the output")

    # Many at once

    def batched_backward(self):
        roots = [x for _, x in self.roots]
        for n, out in enumerate(_shown(self.func(*self.inputs))):
            above = [torch.randn_like(out) for _ in range(2)]
            one_by_one = [grad(out, roots, g, retain_graph=True, allow_unused=True) for g in above]
            try:
                together = grad(out, roots, torch.stack(above), retain_graph=True, allow_unused=True, is_grads_batched=True)
            except RuntimeError as e:
                raise GradcheckError(f"gradcheck or gradgradcheck failed while testing batched gradient computation.\nThis could have been invoked in a number of ways (via a test that calls\ngradcheck/gradgradcheck directly or via an autogenerated test).\n\nGot the following error:\n{e}") from e
            for m, ((i, x), batch) in enumerate(zip(self.roots, together)):
                rows = [r[m] for r in one_by_one]
                if batch is not None and not torch.allclose(batch, torch.stack(rows), rtol=self.rtol, atol=self.atol, equal_nan=True):
                    raise GradcheckError(f"For output {n} and input {i}:\n\ngradcheck or gradgradcheck failed while testing batched gradient computation.\n\nGot:\n{batch}\n\nExpected:\n{torch.stack(rows)}")

    def batched_forward(self):
        for i, x in self.roots:
            steps = torch.stack([torch.randn_like(x.detach()) for _ in range(2)])
            rows = [self.tangents(x, s) for s in steps]
            primal = x.detach().requires_grad_()
            try:
                together = torch.vmap(lambda s: tuple(self.tangents(x, s, primal)))(steps)
            except RuntimeError as e:
                raise GradcheckError(f"While computing batched gradients, got: {e}\n\ngradcheck or gradgradcheck failed while testing batched forward gradient computation.") from e
            for n, batch in enumerate(together):
                wanted = torch.stack([r[n] for r in rows])
                if not torch.allclose(batch, wanted, rtol=self.rtol, atol=self.atol, equal_nan=True):
                    raise GradcheckError(f"For input {i}:\n\ngradcheck or gradgradcheck failed while testing batched forward gradient computation.\n\nGot:\n{batch}\n\nExpected:\n{wanted}")


class _Undefined(torch.autograd.Function):
    """The identity, through which no gradient comes."""

    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return None


def _tuple(x):
    return tuple(x) if isinstance(x, (tuple, list)) else (x,)


def _shown(outputs):
    return tuple(o for o in _tuple(outputs) if o.requires_grad)


def _part(name):
    return (lambda v: v.real if v.is_complex() else v) if name == "real" else (lambda v: v.imag if v.is_complex() else torch.zeros_like(v))


def _only(part, what):
    return f"While considering the {part} part of complex {what} only, "


def _random(x, generator):
    v = torch.rand(x.numel(), dtype=torch.float64, generator=generator)
    return (v / v.norm() if x.numel() else v).reshape(x.size())


def _random_like(out, strided):
    made = torch.testing.make_tensor(out.size(), dtype=out.dtype if out.is_floating_point() or out.is_complex() else torch.double, device=out.device, low=-1, high=1,
                                     requires_grad=True, noncontiguous=strided)
    return made


def get_numerical_jacobian(fn, inputs, target=None, eps=1e-3, grad_out=1.0):
    """By central differences: for each input a matrix [elements of the input, elements of the output]."""
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_numerical_jacobian no longer supports values of grad_out != 1.0.")
    inputs = _tuple(inputs)
    check = _Check(lambda *args: fn(inputs), inputs, eps, 0, 0, False)
    outputs = check.run()
    return tuple(check.differences(outputs, x)[0][0].to(outputs[0].dtype) for _, x in check.roots)


def get_analytical_jacobian(inputs, output, nondet_tol=0.0, grad_out=1.0):
    """By backward, a row of the output at a time; with whether all is as it should be."""
    if grad_out != 1.0:
        raise ValueError("Expected grad_out to be 1.0. get_analytical_jacobian no longer supports values of grad_out != 1.0.")
    inputs = _tuple(inputs)
    check = _Check(None, inputs, 0, 0, 0, False)
    made = [check.analytical(output, x, 1) for _, x in check.roots]
    again = [check.analytical(output, x, 1)[0] for _, x in check.roots]
    reentrant = all(torch.allclose(a, b, rtol=0, atol=nondet_tol) for (a, _), b in zip(made, again))
    types = all(g is None or g.dtype == x.dtype for (_, given), (_, x) in zip(made, check.roots) for g in given)
    return tuple(a for a, _ in made), reentrant, True, types
