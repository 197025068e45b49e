"""Events of shape environments; they are not recorded."""


class NotEqualError(Exception):
    pass


class FakeTensorMeta:
    pass


def replay_shape_env_events(events):
    raise NotImplementedError("replay_shape_env_events: magneto does not record events of the shape environment")


def shape_env_check_state_equal(env1, env2, non_state_variable_names, map_value):
    if vars(env1) != vars(env2):
        raise NotEqualError("ShapeEnv not equal")
