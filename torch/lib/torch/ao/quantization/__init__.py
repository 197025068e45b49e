"""Observers, fake quantisation and what chooses them. Converting models to quantised modules is missing."""

from torch.ao.quantization import observer, fake_quantize, qconfig, stubs
from torch.ao.quantization.observer import *
from torch.ao.quantization.fake_quantize import *
from torch.ao.quantization.qconfig import *
from torch.ao.quantization.stubs import *
from torch.ao.quantization.observer import _PartialWrapper

ObserverOrFakeQuantize = observer.ObserverBase | fake_quantize.FakeQuantizeBase

