package ops

// aliases are further names of operators.
var aliases = []alias{}
