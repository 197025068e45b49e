"""Assertions about arrays."""
import contextlib
import numpy as np


def _text(x):
    s = repr(x) if isinstance(x, np.ndarray) else repr(np.asarray(x)) if isinstance(x, (list, tuple)) and False else repr(x)
    return s


def build_err_msg(arrays, err_msg, header="Items are not equal:", verbose=True, names=("ACTUAL", "DESIRED"), precision=8):
    msg = ["\n" + header]
    err_msg = str(err_msg)
    if err_msg:
        if err_msg.find("\n") == -1 and len(err_msg) < 79 - len(header):
            msg = [msg[0] + " " + err_msg]
        else:
            msg.append(err_msg)
    if verbose:
        for i, a in enumerate(arrays):
            try:
                with np.printoptions(precision=precision):
                    r = repr(a)
            except Exception as e:
                r = f"[repr failed for <{type(a).__name__}>: {e}]"
            if r.count("\n") > 3:
                r = "\n".join(r.splitlines()[:3]) + "..."
            msg.append(f" {names[i]}: {r}")
    return "\n".join(msg)


def assert_(val, msg=""):
    __tracebackhide__ = True
    if not val:
        raise AssertionError(msg() if callable(msg) else msg)


def assert_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    if isinstance(desired, dict):
        if not isinstance(actual, dict):
            raise AssertionError(repr(type(actual)))
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in desired:
            if k not in actual:
                raise AssertionError(repr(k))
            assert_equal(actual[k], desired[k], f"key={k!r}\n{err_msg}", verbose)
        return
    if isinstance(desired, (list, tuple)) and isinstance(actual, (list, tuple)):
        assert_equal(len(actual), len(desired), err_msg, verbose)
        for k in range(len(desired)):
            assert_equal(actual[k], desired[k], f"item={k!r}\n{err_msg}", verbose)
        return
    if isinstance(actual, np.ndarray) or isinstance(desired, np.ndarray):
        return assert_array_equal(actual, desired, err_msg, verbose, strict=strict)
    msg = build_err_msg([actual, desired], err_msg, verbose=verbose)
    if np.isscalar(desired) != np.isscalar(actual):
        raise AssertionError(msg)
    try:
        if np.isnan(desired) and np.isnan(actual):
            return
        if desired == 0 and actual == 0 and not np.signbit(desired) == np.signbit(actual):
            raise AssertionError(msg)
    except (TypeError, ValueError, NotImplementedError):
        pass
    if not desired == actual:
        raise AssertionError(msg)


def assert_almost_equal(actual, desired, decimal=7, err_msg="", verbose=True):
    if isinstance(actual, (np.ndarray, tuple, list)) or isinstance(desired, (np.ndarray, tuple, list)):
        return assert_array_almost_equal(actual, desired, decimal, err_msg)
    msg = build_err_msg([actual, desired], err_msg, verbose=verbose, header="Arrays are not almost equal to %d decimals" % decimal)
    if not (np.isfinite(desired) and np.isfinite(actual)):
        if np.isnan(desired) or np.isnan(actual):
            if not (np.isnan(desired) and np.isnan(actual)):
                raise AssertionError(msg)
        elif desired != actual:
            raise AssertionError(msg)
        return
    if abs(desired - actual) >= np.float64(1.5 * 10.0 ** -decimal):
        raise AssertionError(msg)


def assert_approx_equal(actual, desired, significant=7, err_msg="", verbose=True):
    if desired == actual:
        return
    scale = 10.0 ** np.floor(np.log10(0.5 * (abs(desired) + abs(actual))))
    if abs(desired / scale - actual / scale) >= 10.0 ** -(significant - 1):
        raise AssertionError(build_err_msg([actual, desired], err_msg, header=f"Items are not equal to {significant} significant digits:", verbose=verbose))


def _kind(a):
    return np.asarray(a).dtype.kind


def assert_array_compare(comparison, x, y, err_msg="", verbose=True, header="", precision=6, equal_nan=True, equal_inf=True, *, strict=False, names=("ACTUAL", "DESIRED")):
    ox, oy = np.asanyarray(x), np.asanyarray(y)
    x, y = ox, oy

    def fail(extra):
        raise AssertionError(build_err_msg([ox, oy], err_msg + extra, verbose=verbose, header=header, names=names, precision=precision))

    same_shape = x.shape == () or y.shape == () or x.shape == y.shape
    if strict:
        same_shape = x.shape == y.shape and x.dtype == y.dtype
    if not same_shape:
        fail(f"\n(shapes {x.shape}, {y.shape} mismatch)" if x.shape != y.shape else f"\n(dtypes {x.dtype}, {y.dtype} mismatch)")
    flagged = np.zeros(np.broadcast_shapes(x.shape, y.shape), dtype=bool)

    def same_places(test, what):
        a, b = np.asarray(test(x)), np.asarray(test(y))
        if not (a == b).all():
            bad = np.broadcast_arrays(a, b)
            fail(f"\n{what} location mismatch:")
        return a

    if x.dtype.kind in "fc" and y.dtype.kind in "fc":
        if equal_nan:
            flagged = flagged | same_places(np.isnan, "nan")
        if equal_inf and x.dtype.kind == "f" and y.dtype.kind == "f":
            flagged = flagged | same_places(lambda a: a == np.inf, "+inf")
            flagged = flagged | same_places(lambda a: a == -np.inf, "-inf")
    elif equal_nan and (x.dtype.kind in "fc" or y.dtype.kind in "fc"):
        flagged = flagged | same_places(lambda a: np.isnan(a) if a.dtype.kind in "fc" else np.zeros(a.shape, bool), "nan")
    if flagged.ndim and flagged.any():
        x, y = np.broadcast_to(x, flagged.shape)[~flagged], np.broadcast_to(y, flagged.shape)[~flagged]
        if x.size == 0:
            return
    elif flagged.ndim == 0 and flagged:
        return
    val = comparison(x, y)
    reduced = np.asarray(val).ravel()
    if reduced.all():
        return
    bad = int(reduced.size - np.count_nonzero(reduced))
    total = flagged.size if flagged.ndim else reduced.size
    remarks = [f"Mismatched elements: {bad} / {total} ({100 * bad / total:.3g}%)"]
    wrong = ~np.asarray(val)
    shown = np.argwhere(~(lambda v: v if v.shape == flagged.shape else _spread(v, flagged))(np.asarray(val))) if flagged.ndim else []
    if len(shown):
        remarks.append("Mismatch at index:" if len(shown) == 1 else "Mismatch at indices:" if len(shown) <= 5 else "First 5 mismatches are at indices:")
        bx, by = np.broadcast_to(ox, flagged.shape), np.broadcast_to(oy, flagged.shape)
        for p in shown[:5].tolist():
            remarks.append(f" {p}: {bx[tuple(p)]} ({names[0]}), {by[tuple(p)]} ({names[1]})")
    with np.errstate(all="ignore"):
        try:
            if x.dtype == bool and y.dtype == bool:
                raise TypeError
            error = abs(x - y)
            if x.dtype.kind == "u" or y.dtype.kind == "u":
                error = np.minimum(error, abs(y - x))
            worst = np.max(error[wrong]) if error.ndim else error
            remarks.append(f"Max absolute difference among violations: {worst}" if _new_style() else f"Max absolute difference: {worst}")
            nonzero = np.asarray(y != 0) & wrong if error.ndim else np.asarray(y != 0)
            if not np.any(nonzero):
                ratio = np.inf
            elif error.ndim:
                ratio = np.max(error[nonzero] / abs(np.broadcast_to(y, error.shape)[nonzero]))
            else:
                ratio = np.max(error / abs(y))
            remarks.append(f"Max relative difference among violations: {ratio}")
        except TypeError:
            pass
    fail("\n" + "\n".join(remarks))


def _new_style():
    return True


def _spread(val, flagged):
    out = np.ones(flagged.shape, bool)
    out[~flagged] = val
    return out


def assert_array_equal(actual, desired, err_msg="", verbose=True, *, strict=False):
    assert_array_compare(lambda a, b: a == b, actual, desired, err_msg=err_msg, verbose=verbose, header="Arrays are not equal", strict=strict)


def assert_array_almost_equal(actual, desired, decimal=6, err_msg="", verbose=True):
    def close(a, b):
        return abs(a - b) < 1.5 * 10.0 ** -decimal if np.result_type(a, b) != bool else a == b
    assert_array_compare(close, actual, desired, err_msg=err_msg, verbose=verbose, header="Arrays are not almost equal to %d decimals" % decimal, precision=decimal)


def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg="", verbose=True, *, strict=False):
    def compare(a, b):
        return np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    actual, desired = np.asanyarray(actual), np.asanyarray(desired)
    assert_array_compare(compare, actual, desired, err_msg=str(err_msg), verbose=verbose, header=f"Not equal to tolerance rtol={rtol:g}, atol={atol:g}", equal_nan=equal_nan, strict=strict)


def assert_array_less(x, y, err_msg="", verbose=True, *, strict=False):
    assert_array_compare(lambda a, b: a < b, x, y, err_msg=err_msg, verbose=verbose, header="Arrays are not strictly ordered `x < y`", equal_inf=False, strict=strict, names=("x", "y"))


def assert_array_max_ulp(a, b, maxulp=1, dtype=None):
    a, b = np.asarray(a, dtype), np.asarray(b, dtype)
    kind = {2: np.int16, 4: np.int32, 8: np.int64}[a.dtype.itemsize]

    def order(x):
        i = x.view(kind).astype(object) if x.ndim else np.asarray([x]).view(kind).astype(object)
        return np.array([n if n >= 0 else -(n & (2 ** (8 * x.dtype.itemsize - 1) - 1)) for n in i.ravel()], dtype=object)
    d = np.array([abs(p - q) for p, q in zip(order(np.atleast_1d(a)), order(np.atleast_1d(b)))])
    if not np.all(d <= maxulp):
        raise AssertionError("Arrays are not almost equal up to %g ULP (max difference is %g ULP)" % (maxulp, np.max(d)))
    return d


def assert_string_equal(actual, desired):
    if actual != desired:
        raise AssertionError(f"Differences in strings:\n- {actual}\n+ {desired}")


def _raises(exception, match, args, kwargs):
    import unittest
    case = unittest.TestCase()
    manager = case.assertRaisesRegex(exception, match) if match is not None else case.assertRaises(exception)
    if not args:
        return manager
    with manager:
        args[0](*args[1:], **kwargs)


def assert_raises(exception_class, *args, **kwargs):
    return _raises(exception_class, None, args, kwargs)


def assert_raises_regex(exception_class, expected_regexp, *args, **kwargs):
    return _raises(exception_class, expected_regexp, args, kwargs)


@contextlib.contextmanager
def _warns(category):
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield seen
    if not any(issubclass(w.category, category) for w in seen):
        raise AssertionError("No warning raised")


def assert_warns(warning_class, *args, **kwargs):
    if not args:
        return _warns(warning_class)
    with _warns(warning_class):
        return args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def _quiet():
    import warnings
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        yield
    if seen:
        raise AssertionError(f"Got warnings: {seen}")


def assert_no_warnings(*args, **kwargs):
    if not args:
        return _quiet()
    with _quiet():
        return args[0](*args[1:], **kwargs)


@contextlib.contextmanager
def suppress_warnings(forwarding_rule="always"):
    import warnings
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


IS_PYPY = False
IS_WASM = False
