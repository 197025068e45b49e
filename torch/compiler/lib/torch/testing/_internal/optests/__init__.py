"""Checks of operators."""

from torch.library import opcheck
from torch.testing._opcheck import *

from .aot_autograd import _test_aot_autograd_forwards_backwards_helper, aot_autograd_check
from .autograd_registration import autograd_registration_check
from .fake_tensor import fake_check
from .make_fx import make_fx_check

from .aot_autograd import _test_aot_autograd_forwards_backwards_helper, aot_autograd_check
from .autograd_registration import autograd_registration_check
from .fake_tensor import fake_check
from .make_fx import make_fx_check


class OpCheckError(Exception):
    pass


def is_inside_opcheck_mode():
    return False


def dontGenerateOpCheckTests(reason):
    return lambda fn: fn


def generate_opcheck_tests(testcase, namespaces, failures_dict_path=None, additional_decorators=None, test_utils=None):
    return None
