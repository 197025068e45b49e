"""Observers, fake quantisation, what chooses them, and models prepared and converted by modules or by graphs."""

from torch.ao.quantization import fake_quantize, observer, qconfig, stubs
from torch.ao.quantization.quant_type import QuantType
from torch.ao.quantization.utils import MatchAllNode, get_combined_dict
from torch.ao.quantization.observer import *
from torch.ao.quantization.histogram import HistogramObserver
from torch.ao.quantization.fake_quantize import *
from torch.ao.quantization.qconfig import *
from torch.ao.quantization.stubs import *
from torch.ao.quantization.observer import _PartialWrapper

HistogramObserver.__module__ = observer.__name__
observer.HistogramObserver = HistogramObserver
default_histogram_observer = observer.default_histogram_observer = HistogramObserver.with_args(quant_min=0, quant_max=127)
default_histogram_fake_quant = fake_quantize.default_histogram_fake_quant = FakeQuantize.with_args(
    observer=HistogramObserver, quant_min=0, quant_max=255, dtype=torch.quint8, qscheme=torch.per_tensor_affine, reduce_range=True)
ObserverOrFakeQuantize = observer.ObserverBase | fake_quantize.FakeQuantizeBase

from torch.ao.quantization.fuser_method_mappings import *
from torch.ao.quantization.fuse_modules import *
from torch.ao.quantization.quantization_mappings import *
from torch.ao.quantization.qconfig_mapping import *
from torch.ao.quantization.quantize import *
from torch.ao.quantization.quantize_jit import *


def default_eval_fn(model, calib_data):
    """Runs a model on each of the inputs."""
    for data, target in calib_data:
        model(data)
