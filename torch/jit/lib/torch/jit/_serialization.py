"""Archives of scripted modules."""


def save(m, f, _extra_files=None):
    raise NotImplementedError("torch.jit.save: magneto does not write script archives yet")


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    raise NotImplementedError("torch.jit.load: magneto does not read script archives yet")


def jit_module_from_flatbuffer(f):
    raise NotImplementedError("torch.jit.jit_module_from_flatbuffer: magneto does not read flatbuffers")
