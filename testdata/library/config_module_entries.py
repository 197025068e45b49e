"""Modules of settings with defaults of the environment, other names, sections and deprecations."""
import os
import threading
import warnings

os.environ.update(ENV_TRUE="1", ENV_FALSE="0", ENV_STR="1234", ENV_STR_EMPTY="")
from torch.testing._internal import fake_config_module as config, fake_config_module2 as config2, fake_config_module3 as config3
from torch.utils._config_module import Config


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print(config.e_bool, config.nested.e_bool, config.e_config, config.e_jk, config.e_jk_false)
print(config.e_env_default, config.e_env_default_FALSE, config.e_env_default_str, repr(config.e_env_default_str_empty), config.e_env_force)
print(config2.e_env_default_multi, config2.e_env_force_multi)
config.e_env_force = False
print(config.e_env_force, config._is_default("e_env_force"), config._is_default("e_bool"))
config.e_list.append(2)
print(config.e_list, config._is_default("e_list"), config.get_type("e_none"), config3.get_type("e_list"))
attempt(lambda: config.missing)
attempt(lambda: config.patch("e_int"))
attempt(lambda: config.patch({"e_int": 2}, e_bool=True))
attempt(lambda: Config(default=1, alias="a.b"))
with config.patch({"nested.e_bool": False, "e_int": 3}):
    print(config.nested.e_bool, config.e_int, config.codegen_config())
config.e_aliased_bool = True
print(config2.e_aliasing_bool)
before = config.get_hash()
config.e_compile_ignored = False
print(config.get_hash() == before)
config.e_ignored = False
print(config.get_hash() == before, "e_ignored" in config.get_serializable_config_copy())
saved = config.save_config()
config.e_float = 2.5
config.load_config(saved)
print(config.e_float, sorted(config.save_config_portable())[:4])
config3.e_set = {print}
config3.e_func = os.path.join
print(config3.codegen_config())
seen = []
thread = threading.Thread(target=lambda: seen.append(config.e_ignored))
thread.start()
thread.join()
print(seen, config.e_ignored)
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(config.e_deprecated_alias, config.e_deprecated_alias)
print([(w.category.__name__, str(w.message)) for w in told if "alias" in str(w.message)])
