def describe(command):
    match command:
        case "go" | "run":
            return 1
        case [x, y, *rest] if x:
            return rest
        case {"key": value, **others}:
            return value, others
        case Point(x=0, y=yy) as p:
            return p, yy
        case (1 | 2) as n, None:
            return n
        case -1.5 | Color.RED:
            return None
        case _:
            return command
