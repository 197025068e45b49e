"""Export to ONNX: not there yet; the names are for scripts that guard on them."""


class OnnxExporterError(RuntimeError):
    pass


class errors:
    OnnxExporterError = OnnxExporterError


class ONNXProgram:
    pass


def export(*args, **kwargs):
    raise NotImplementedError("magneto does not write ONNX files")


def is_in_onnx_export():
    return False


_symbolics = {}


def register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version):
    """Keeps how an operator would be written; libraries register theirs when they are imported."""
    if "::" not in symbolic_name or not all(part.isidentifier() for part in symbolic_name.split("::")):
        raise OnnxExporterError(f"Failed to register operator {symbolic_name}. The symbolic name must match the format domain::name.")
    _symbolics[symbolic_name, opset_version] = symbolic_fn


def unregister_custom_op_symbolic(symbolic_name, opset_version):
    _symbolics.pop((symbolic_name, opset_version), None)
