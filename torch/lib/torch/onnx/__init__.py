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
