"""textwrap: long words where no place is left on a line, and arguments of the wrong type."""
import textwrap

text = 'Did you say "supercalifragilisticexpialidocious?" How *do* you spell that odd word, anyways?'
for width in 12, 30, 5:
    print(textwrap.wrap(text, width))
    print(textwrap.wrap(text, width, max_lines=4, placeholder="..."), textwrap.wrap(text, width, drop_whitespace=False)[:4])
try:
    textwrap.dedent(0)
except TypeError as e:
    print(e)
