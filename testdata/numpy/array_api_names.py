"""What the array API standard asks of arrays and scalars."""
import numpy as np
x = np.ones(2)
for f in (lambda: x.__array_namespace__() is np, lambda: x.__array_namespace__(api_version="2022.12") is np, lambda: x.__array_namespace__(api_version=None) is np, lambda: x.__array_namespace__(api_version="9999"), lambda: np.float32(1).__array_namespace__() is np, lambda: x.__array_namespace__(3), lambda: x.__array_namespace__(api_version=3), lambda: x.device, lambda: x.to_device("cpu") is x, lambda: np.__array_api_version__, lambda: x.mT):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
