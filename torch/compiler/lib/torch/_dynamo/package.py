"""Compiled code is not kept between processes."""


class CompilePackage:
    def __init__(self, *args, **kwargs):
        raise NotImplementedError("CompilePackage: magneto does not keep compiled code")


DynamoCache = DiskDynamoStore = CompilePackage
