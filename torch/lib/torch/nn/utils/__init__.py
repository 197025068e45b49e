"""Helpers for parameters and gradients."""
from . import rnn, parametrize, parametrizations
from .clip_grad import clip_grad_norm_, clip_grad_value_, clip_grad_norm, get_total_norm, clip_grads_with_norm_
from .convert_parameters import parameters_to_vector, vector_to_parameters
from .init import skip_init
from .spectral_norm import spectral_norm, remove_spectral_norm
from .weight_norm import weight_norm, remove_weight_norm
from . import fusion, memory_format, stateless
from .fusion import fuse_conv_bn_eval, fuse_conv_bn_weights, fuse_linear_bn_eval, fuse_linear_bn_weights
from .memory_format import convert_conv2d_weight_memory_format, convert_conv3d_weight_memory_format
