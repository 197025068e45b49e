"""Settings for tests of config modules."""

import sys
from typing import Optional

from torch.utils._config_module import Config, install_config_module

e_bool, e_int, e_float, e_string = True, 1, 1.0, "string"
e_list, e_set, e_tuple, e_dict = [1], {1}, (1,), {1: 2}
e_none: Optional[bool] = None
e_optional: Optional[bool] = True
e_ignored = _e_ignored = magic_cache_config_ignored = True
# @compile_ignored: a test looks at what is left out
e_compile_ignored = True
e_config: bool = Config(default=True)
e_jk: bool = Config(justknob="does_not_exist", default=True)
e_jk_false: bool = Config(justknob="does_not_exist", default=False)
e_env_default: bool = Config(default=False, env_name_default="ENV_TRUE")
e_env_default_FALSE: bool = Config(default=True, env_name_default="ENV_FALSE")
e_env_default_str: bool = Config(default="default", env_name_default="ENV_STR")
e_env_default_str_empty: bool = Config(default="default", env_name_default="ENV_STR_EMPTY")
e_env_force: bool = Config(env_name_force="ENV_TRUE", default=False)
e_aliased_bool: bool = Config(alias="torch.testing._internal.fake_config_module2.e_aliasing_bool")
e_deprecated: bool = Config(default=True, deprecated=True, deprecation_message="is no longer needed")
e_not_deprecated: bool = False
e_deprecated_alias: bool = Config(
    alias="torch.testing._internal.fake_config_module.e_not_deprecated", deprecated=True, deprecation_message="use something else instead")


class nested:
    e_bool = True


_cache_config_ignore_prefix = ["magic_cache_config"]
_save_config_ignore = ["e_ignored"]

install_config_module(sys.modules[__name__])
