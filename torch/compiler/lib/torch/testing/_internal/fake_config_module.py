"""Settings for tests of config modules."""

import sys
from typing import Optional

from torch.utils._config_module import Config, install_config_module

e_bool = True
e_int = 1
e_float = 1.0
e_string = "string"
e_list = [1]
e_set = {1}
e_tuple = (1,)
e_dict = {1: 2}
e_none: Optional[bool] = None
e_optional: Optional[bool] = True
e_ignored = True
_e_ignored = True

install_config_module(sys.modules[__name__])
