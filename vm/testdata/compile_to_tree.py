# compile with ast.PyCF_ONLY_AST gives a tree.
import ast
print(ast.dump(compile("x = 1", "f", "exec", ast.PyCF_ONLY_AST)))
print(ast.dump(compile("x + 1", "f", "eval", flags=ast.PyCF_ONLY_AST)))
try:
    compile("x +", "f", "eval", ast.PyCF_ONLY_AST)
except SyntaxError as e:
    print(e, e.filename, e.lineno)
