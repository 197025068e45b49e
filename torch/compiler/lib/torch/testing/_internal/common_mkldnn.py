"""Reduced precision of MKL-DNN: there is none."""

import contextlib


def bf32_is_not_fp32():
    return False


tf32_is_not_fp32 = bf32_is_not_fp32


@contextlib.contextmanager
def reduced_f32_off():
    yield


@contextlib.contextmanager
def bf32_on(self, bf32_precision=1e-2):
    yield


@contextlib.contextmanager
def tf32_on(self, tf32_precision=1e-5):
    yield


def reduced_f32_on_and_off(bf32_precision=1e-2, tf32_precision=1e-5):
    return lambda fn: fn


bf32_on_and_off = reduced_f32_on_and_off
