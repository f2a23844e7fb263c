"""Random C programs over `_Float16`, `float`, `double` and `long double`, for `c.py floats`.

Values are looked at as bits, since `==` says nothing of zeros and NaN. A NaN counts as one value, whose bits no program
looks at. A number is converted to an integer type only if the type holds it, and long double is looked at as two
doubles.
"""

FLOATS = ["_Float16", "float", "double", "long double"]
INTEGERS = ["signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
            "long long", "unsigned long long", "_Bool"]
SUFFIX = {"_Float16": "h", "float": "f", "double": "", "long double": "l"}

DECLARATIONS = [
    "#include <math.h>", "#include <string.h>", "#include <stdio.h>", "#include <fenv.h>", "static int quotient;",
    "static unsigned long long bits(double x) "
    "{ unsigned long long u; if (x != x) return 1; memcpy(&u, &x, sizeof u); return u; }",
    "static unsigned long long bitsh(_Float16 x) "
    "{ unsigned short u; if (x != x) return 1; memcpy(&u, &x, sizeof u); return u; }",
    "static unsigned long long bitsf(float x) "
    "{ unsigned int u; if (x != x) return 1; memcpy(&u, &x, sizeof u); return u; }",
    "static unsigned long long bitsl(long double x) "
    "{ double h = (double)x; return bits(h) ^ 31 * bits((double)(x - h)); }",
]

DECIMAL = ["0.0", "1.0", "0.1", "0.5", "1.5", "2.5", "3.0", "10.0", "1e10", "1e-5", "1e38", "1.17549435e-38", "7e-46",
           "16777217.0", "9007199254740993.0", "0.3", "123456.789", "1e-310", "3.4028236e38", "0x1.fffffep127",
           "0x1p-149", "0x1.8p-1074", "2147483648.0", "4294967295.5", "2049.0", "65519.9", "0x1.8p-25"]
# With one argument, two, three; exact ones only.
ONE = ["fabs", "sqrt", "floor", "ceil", "trunc", "round", "rint", "nearbyint"]
TWO = ["fmod", "remainder", "copysign", "fdim"]
CLASSES = ["isnan", "isinf", "isfinite", "isnormal", "signbit"]
# Functions that look at the words of a number, with their other arguments.
WORDS = [("nextafter", ", {}"), ("nexttoward", ", 1e-3L"), ("frexp", ", &quotient"), ("logb", ""),
         ("remquo", ", {}, &quotient"), ("scalbn", ", -3"), ("(double)ilogb", "")]
COMPARISONS = ["<", "<=", ">", ">=", "==", "!="]
ORDERED = ["isgreater", "isless", "islessequal", "isgreaterequal", "islessgreater", "isunordered"]
MODES = ["FE_TONEAREST", "FE_UPWARD", "FE_DOWNWARD", "FE_TOWARDZERO"]


class Maker:
    """Expressions over variables, each with its type."""

    def __init__(self, rng):
        self.rng, self.variables = rng, []
        # Without -frounding-math, gcc takes `a - b / -c` as `a + b / c`, which is rounded to the other side in some
        # modes; and with it, operators on constants are not computed when the program is compiled.
        self.has_minus = True

    def of(self, types):
        return [name for ty, name in self.variables if ty in types]

    def number(self, ty, depth):
        """An expression of a floating-point type."""
        rng = self.rng
        known = self.of([ty])
        if depth == 0 or rng.random() < 0.1:
            if known and rng.random() < 0.8:
                return rng.choice(known)
            return self.constant(ty)
        sub = lambda: self.number(ty, depth - 1)
        other = rng.choice(FLOATS)
        kind = rng.randrange(16)
        if kind < 6:
            return f"({sub()} {rng.choice('+-*/')} {self.number(other if other_fits(other, ty) else ty, depth - 1)})"
        if kind == 6:
            return f"(-{sub()})" if self.has_minus else sub()
        if kind == 7:
            return f"(({ty}){self.number(other, depth - 1)})"
        if kind == 8:
            return f"(({ty}){self.integer(depth - 1)})"
        if kind == 9:
            return f"({self.condition(depth - 1)} ? {sub()} : {sub()})"
        if kind >= 10 and ty == "_Float16":
            # No function takes one.
            return f"((_Float16){self.number('float', depth - 1)})"
        if kind == 10:
            return f"{rng.choice(ONE)}{SUFFIX[ty]}({sub()})"
        if kind == 11:
            return f"{rng.choice(TWO)}{SUFFIX[ty]}({sub()}, {sub()})"
        if kind == 12:
            return f"fma{SUFFIX[ty]}({sub()}, {sub()}, {sub()})"
        if kind == 13:
            return f"ldexp{SUFFIX[ty]}({sub()}, {rng.choice([-1, 1, 3, -30, 100, -1080, -16400])})"
        if kind == 14:
            name, rest = rng.choice(WORDS)
            rest = rest.format(sub() if "{}" in rest else "")
            return f"{name}{SUFFIX[ty]}({sub()}{rest})"
        return f"({sub()} {rng.choice('+-*')} {self.integer(depth - 1)})"

    def constant(self, ty):
        text = self.rng.choice(DECIMAL)
        suffix = {"_Float16": "f16", "float": "f", "double": "", "long double": "L"}[ty]
        return f"(({ty}){text})" if self.rng.random() < 0.3 else text + suffix

    def integer(self, depth):
        """An expression of an integer type."""
        rng = self.rng
        known = self.of(INTEGERS)
        kind = rng.randrange(6) if depth > 0 else 0
        if kind < 2:
            return rng.choice(known + [str(rng.choice([0, 1, 7, 255, 16777217, 2147483647]))])
        if kind == 2:
            return self.condition(depth - 1)
        if kind == 3:
            return f"({self.integer(depth - 1)} {rng.choice('+-^')} {self.integer(depth - 1)})"
        ty, limit = rng.choice([("int", "2e9"), ("long long", "9e18"), ("unsigned int", "4e9"),
                                ("unsigned long long", "1.8e19"), ("short", "32000"), ("unsigned char", "250")])
        x = rng.choice(self.of(FLOATS))
        least = "-" + limit if not ty.startswith("unsigned") else "-0.5"
        return f"({x} > {least} && {x} < {limit} ? ({ty}){x} : ({ty})3)"

    def condition(self, depth):
        rng = self.rng
        ty = rng.choice(FLOATS)
        a, b = self.number(ty, max(depth - 1, 0)), self.number(rng.choice([ty, "double"]), max(depth - 1, 0))
        kind = rng.randrange(5)
        if kind == 0:
            # Some classes are any number that is not 0.
            return f"({rng.choice(CLASSES)}({a}) != 0)"
        if kind == 1:
            return f"{rng.choice(ORDERED)}({a}, {b})"
        if kind == 2:
            return f"(!{a})"
        return f"({a} {rng.choice(COMPARISONS)} {b})"


def other_fits(other, ty):
    """Whether an operator on both types has the greater one."""
    return FLOATS.index(other) <= FLOATS.index(ty)


def look(ty, name):
    if ty in FLOATS:
        return f"@bits{SUFFIX[ty]}({name})"
    return f"@{name}"


def float_lines(rng, number):
    """The lines of a function whose name ends with the number."""
    maker = Maker(rng)
    lines = [f"void t{number}(void) {{"]
    for i in range(rng.randint(3, 5)):
        ty = FLOATS[i] if i < 3 else rng.choice(FLOATS + INTEGERS)
        value = maker.constant(ty) if ty in FLOATS else str(rng.getrandbits(rng.randint(1, 63))) + "ull"
        sign = "-" if rng.random() < 0.5 else ""
        lines.append(f"{ty} v{i} = {sign}{value};")
        maker.variables.append((ty, f"v{i}"))
    if rng.random() < 0.4:
        lines.append(f"fesetround({rng.choice(MODES)});")
        maker.has_minus = False
    for i in range(rng.randint(3, 8)):
        kind = rng.randrange(8)
        ty = rng.choice(FLOATS if kind < 5 else INTEGERS)
        value = maker.number(ty, rng.randint(1, 3)) if ty in FLOATS else maker.integer(rng.randint(1, 3))
        name = f"w{i}"
        if rng.random() < 0.3:
            of_kind = maker.of([ty])
            if of_kind and ty in FLOATS:
                name = rng.choice(of_kind)
                lines += [f"{name} {rng.choice(['', '+', '-', '*', '/'])}= {value};", look(ty, name)]
                continue
        lines += [f"{ty} {name} = {value};", look(ty, name)]
        maker.variables.append((ty, name))
        if ty in FLOATS and rng.random() < 0.4:
            form = rng.choice(["%a", "%e", "%g", "%.17g", "%f", "%.3a", "%10.2f", "%+.0e"])
            form = form[:-1] + "L" + form[-1] if ty == "long double" else form
            shown = f"(double){name}" if ty == "_Float16" else name
            # A NaN's sign is not followed.
            lines.append(f'if ({name} == {name}) printf("={form}\\n", {shown});')
    lines += ["fesetround(FE_TONEAREST);", "}"]
    return lines
