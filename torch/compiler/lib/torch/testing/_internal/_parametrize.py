"""Tests that are made once for each case of a list."""

import functools

import torch


class subtest:
    """One case of a parametrized test, with a name or decorators of its own."""

    def __init__(self, arg_values, name=None, decorators=None):
        self.arg_values = arg_values
        self.name = name
        self.decorators = decorators if decorators else []


def dtype_name(dtype):
    return str(dtype).split(".")[1]


class _TestParametrizer:
    """A decorator that makes several tests of one; `_parametrize_test` gives (test, name suffix, keyword arguments, decorators of the case)."""

    def _parametrize_test(self, test, generic_cls, device_cls):
        raise NotImplementedError

    def __call__(self, fn):
        if hasattr(fn, "parametrize_fn"):
            fn.parametrize_fn = compose_parametrize_fns(fn.parametrize_fn, self._parametrize_test)
        else:
            fn.parametrize_fn = self._parametrize_test
        return fn


def compose_parametrize_fns(old, new):
    """The product of two parametrizations; that of the inner decorator comes last in names."""

    def composite(test, generic_cls, device_cls):
        for old_test, old_name, old_kwargs, old_decorators in list(old(test, generic_cls, device_cls)):
            for new_test, new_name, new_kwargs, new_decorators in new(old_test, generic_cls, device_cls):
                both = set(old_kwargs) & set(new_kwargs)
                if both:
                    raise RuntimeError(f"Parametrization over the same parameter by multiple parametrization decorators: {both}")
                kwargs = {**new_kwargs, **old_kwargs}
                name = "_".join(part for part in (new_name, old_name) if part)
                yield new_test, name, kwargs, lambda p, a=old_decorators, b=new_decorators: list(a(p)) + list(b(p))

    return composite


class parametrize(_TestParametrizer):
    """Runs a test once for each value: parametrize("x", range(3)), parametrize("x,y", [(1, 2), (3, 4)])."""

    def __init__(self, arg_str, arg_values, name_fn=None):
        self.arg_names = [s.strip() for s in arg_str.split(",") if s.strip()]
        self.arg_values = arg_values
        self.name_fn = name_fn

    def _part(self, idx, name, value):
        if isinstance(value, torch.dtype):
            return dtype_name(value)
        if isinstance(value, torch.device):
            return str(value)
        if type(value).__name__ in {"OpInfo", "ModuleInfo", "UnaryUfuncInfo", "BinaryUfuncInfo", "ReductionOpInfo"}:
            return value.formatted_name
        if isinstance(value, (int, float, str)):
            return f"{name}_{str(value).replace('.', '_')}"
        return f"{name}{idx}"

    def _name(self, idx, values, explicit):
        if explicit:
            return explicit
        if self.name_fn is not None:
            return self.name_fn(*values)
        return "_".join(self._part(idx, n, v) for n, v in zip(self.arg_names, values))

    def _parametrize_test(self, test, generic_cls, device_cls):
        if not self.arg_names:
            yield test, "", {}, lambda _: []
            return
        values = list(self.arg_values)
        if not values:
            raise ValueError(f"{test}: An empty arg_values was passed to @parametrize.")
        for idx, case in enumerate(values):
            explicit, decorators = None, []
            if isinstance(case, subtest):
                explicit, decorators, case = case.name, case.decorators, case.arg_values
            args = [case] if len(self.arg_names) == 1 else list(case)
            if len(args) != len(self.arg_names):
                raise RuntimeError(f"Expected # values == # arg names, but got: {len(args)} values and {len(self.arg_names)} names for test \"{test.__name__}\"")
            name = str(self._name(idx, args, explicit))
            yield test, name, dict(zip(self.arg_names, args)), lambda _, d=decorators: d


class reparametrize(_TestParametrizer):
    def __init__(self, parametrizer, adapter_fn):
        self.parametrizer = parametrizer
        self.adapter_fn = adapter_fn

    def _parametrize_test(self, test, generic_cls, device_cls):
        for case in self.parametrizer._parametrize_test(test, generic_cls, device_cls):
            new = self.adapter_fn(*case)
            if new is not None:
                yield from new if isinstance(new, list) else [new]


class decorateIf(_TestParametrizer):
    """Applies a decorator to those cases for which the predicate holds."""

    def __init__(self, decorator, predicate_fn):
        self.decorator = decorator
        self.predicate_fn = predicate_fn

    def _parametrize_test(self, test, generic_cls, device_cls):
        @functools.wraps(test)
        def wrapper(*args, **kwargs):
            return test(*args, **kwargs)

        yield wrapper, "", {}, lambda params: [self.decorator] if self.predicate_fn(params) else []


class swap(_TestParametrizer):
    """Runs a test once for each value of torch.__future__'s switch of swapping tensors."""

    def __init__(self, swap_values):
        self.swap_values = swap_values

    def _parametrize_test(self, test, generic_cls, device_cls):
        for value in self.swap_values:
            yield wrapSwapTensorsTest(value)(test), f"swap_{value}", {}, lambda _: []


class SwapTensorsGuard:
    def __init__(self, use_swap_tensors):
        self.use_swap_tensors = use_swap_tensors

    def __enter__(self):
        self.prior = torch.__future__.get_swap_module_params_on_conversion()
        if self.use_swap_tensors is not None:
            torch.__future__.set_swap_module_params_on_conversion(self.use_swap_tensors)

    def __exit__(self, *exc_info):
        torch.__future__.set_swap_module_params_on_conversion(self.prior)


def wrapSwapTensorsTest(swap=None):
    def decorator(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            with SwapTensorsGuard(swap):
                fn(*args, **kwargs)

        return wrapper

    return decorator


def validate_test_name(name):
    if "." in name:
        raise RuntimeError(f'Test name "{name}" is invalid: it has a ".", at which loading tests by name splits')


def instantiate_parametrized_tests(generic_cls):
    """Gives the class one test for each case of its parametrized tests."""
    for attr in tuple(dir(generic_cls)):
        test = getattr(generic_cls, attr)
        if not hasattr(test, "parametrize_fn"):
            continue
        cases = list(test.parametrize_fn(test, generic_cls, None))
        delattr(generic_cls, attr)
        for case, suffix, kwargs, decorators in cases:
            name = f"{test.__name__}_{suffix}" if suffix else test.__name__
            _add_case(generic_cls, case, name, kwargs, decorators)
    return generic_cls


def _add_case(cls, test, name, kwargs, decorators):
    @functools.wraps(test)
    def instantiated(self):
        return test(self, **kwargs)

    instantiated.__name__ = name
    instantiated.__dict__.pop("parametrize_fn", None)
    for decorator in decorators(kwargs):
        instantiated = decorator(instantiated)
    validate_test_name(name)
    if hasattr(cls, name):
        raise AssertionError(f"Redefinition of test {name}")
    setattr(cls, name, instantiated)
