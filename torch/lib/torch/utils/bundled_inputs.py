"""Inputs that are saved with scripted models."""


def bundle_inputs(model, inputs, info=None, *, _receive_inflate_expr=None):
    raise NotImplementedError("magneto does not bundle inputs with scripted modules")


augment_model_with_bundled_inputs = augment_many_model_functions_with_bundled_inputs = bundle_inputs
