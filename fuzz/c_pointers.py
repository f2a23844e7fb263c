"""Random C programs with pointers, for c.py.

Every access is within its object, and the script knows where each pointer points, so gcc's answer is the only one. A
line `?x 5` declares a variable with this value: as it is for gcc, and as an input that the program compares with the
value for indubit's engines, which then do not know it while they read the program.
"""

INTS = ["int", "unsigned int", "short", "unsigned char", "signed char", "long", "long long"]


class Pointers:
    """Makes the statements of one function. Objects: `b`, an array; `a`, one of two dimensions; `s`, a structure; `ss`,
    two of them; `t`, a string; `x`. All statements fold what they see into `sum`."""

    def __init__(self, rng, number, with_heap):
        self.rng, self.number, self.with_heap = rng, number, with_heap
        self.names = 0
        self.element = rng.choice(INTS)
        self.length = rng.randint(3, 7)
        self.lines = []

    def fresh(self, beginning):
        self.names += 1
        return f"{beginning}{self.names}"

    def value(self):
        return self.rng.choice([0, 1, -1, 2, 100, 255, 256, -129, 65537, self.rng.randint(-1000, 1000)])

    def index(self, value):
        """An index with this value: a constant, or a variable of which the program learns it."""
        if self.rng.random() < 0.6:
            return str(value)
        name = self.fresh("i")
        self.lines.append(f"?{name} {value}")
        return name

    def see(self, expression):
        self.lines.append(f"sum = sum * 31 + (unsigned)({expression});")

    def moves(self):
        """A pointer that moves through `b`, and accesses around it."""
        rng, p, n = self.rng, self.fresh("p"), self.length
        at = rng.randrange(n)
        first = rng.choice(["&b[{0}]", "b + {0}", "&{0}[b]"]).format(self.index(at))
        self.lines.append(f"{self.element} *{p} = {first};")
        for _ in range(rng.randint(1, 5)):
            to = rng.randrange(n)
            by, kind = to - at, rng.randrange(8)
            if kind == 0 and at + 1 < n:
                self.see(f"*{p}++")
                at += 1
            elif kind == 1 and at > 0:
                self.lines.append(f"*--{p} = {self.value()};")
                at -= 1
            elif kind == 2:
                move = [f"{p} += {self.index(by)};", f"{p} = &{p}[{self.index(by)}];",
                        f"{p} = {p} - {self.index(-by)};"]
                self.lines.append(rng.choice(move))
                at = to
            elif kind == 3:
                place = [f"{p}[{self.index(by)}]", f"*({p} + {self.index(by)})", f"*({p} - {self.index(-by)})"]
                self.lines.append(f"{rng.choice(place)} {rng.choice(['=', '+=', '^='])} {self.value()};")
            elif kind == 4:
                other = rng.randint(0, n)
                order = rng.choice(["<", "<=", "==", "!=", ">", ">="])
                self.see(f"({p} {order} b + {other}) + (b + {other} - {p}) * 2")
            elif kind == 5:
                self.see(f"(char *){p} - (char *)b")
            else:
                self.see(f"{p}[{self.index(by)}]")

    def walk(self):
        """All elements of `a` as one row, forward or backward."""
        p = self.fresh("p")
        step = [f"for (int *{p} = &a[0][0]; {p} != &a[0][0] + 6; {p}++) sum = sum * 3 + *{p};",
                f"for (int *{p} = a[1] + 3; {p}-- != a[0]; ) sum = sum * 5 + (*{p} ^= {self.value()});",
                f"for (int *{p} = a[0]; {p} < a[2]; {p} += 2) *{p} = *{p} * 2 + 1;"]
        self.lines.append(self.rng.choice(step))

    def rows(self):
        rng, row = self.rng, self.fresh("r")
        i, j = rng.randrange(2), rng.randrange(3)
        self.lines.append(f"int (*{row})[3] = a + {self.index(i)};")
        self.lines.append(f"(*{row})[{self.index(j)}] = {self.value()};")
        self.see(f"{row}[{self.index(rng.randrange(2) - i)}][{self.index(rng.randrange(3))}]")

    def bytes_of_structure(self):
        """A structure through a pointer to characters. The padding is 0 from the beginning."""
        rng, c = self.rng, self.fresh("c")
        n = self.number
        self.lines.append(f"unsigned char *{c} = (unsigned char *)&s;")
        if rng.random() < 0.5:
            i = self.fresh("k")
            self.lines.append(f"for (unsigned {i} = 0; {i} < sizeof s; {i}++) sum = sum * 3 + {c}[{i}];")
        member = rng.choice(["x", "h", "in", "in.v"])
        self.lines.append(f"{c}[__builtin_offsetof(struct s{n}, {member}) + {self.index(rng.randrange(4))}] "
                          f"{rng.choice(['=', '^=', '+='])} {self.value()};")
        self.see("s.x + s.h[0] * 3 + s.h[1] + s.in.u + s.in.v * 7")

    def container(self):
        rng, n, m, o = self.rng, self.number, self.fresh("m"), self.fresh("o")
        member = rng.choice(["x", "in.u", "in.v"])
        owner = rng.choice(["s", "ss[0]", f"ss[{self.index(1)}]"])
        self.lines.append(f"int *{m} = &{owner}.{member};")
        offset = f"__builtin_offsetof(struct s{n}, {member})"
        self.lines.append(f"struct s{n} *{o} = (struct s{n} *)((char *){m} - {offset});")
        self.lines.append(f"{o}->h[{rng.randrange(3)}] = {self.value()}; *{m} = {self.value()};")
        self.see(f"({o} == &{owner}) + {o}->{member} + {owner}.h[1]")

    def views(self):
        """A number through a pointer to another type."""
        rng = self.rng
        ty = rng.choice(["unsigned short", "unsigned char", "signed char", "short", "int"])
        size = {"unsigned short": 2, "short": 2, "int": 4}.get(ty, 1)
        place = f"*({ty} *)((char *)&x + {self.index(rng.randint(0, 8 - size))})"
        if rng.random() < 0.5:
            self.lines.append(f"{place} {rng.choice(['=', '+=', '|='])} {self.value()};")
        self.see(place)
        self.see("x ^ x >> 32")

    def members(self):
        rng = self.rng
        places = ["(&s)[0].x", "(&s)->in.u", "(*&s).h[1]", "(&ss[0])[1].x", "(ss + 1)->in.v", "(*(ss + 1)).c",
                  f"(&ss[{self.index(1)}])[-1].h[{self.index(2)}]", "ss->x", f"(&s.h[0])[{self.index(2)}]"]
        self.lines.append(f"{rng.choice(places)} {rng.choice(['=', '+=', '-='])} {self.value()};")
        self.lines.append(rng.choice([f"ss[{self.index(0)}] = s;", "s = *(ss + 1);", "*ss = ss[1];", ""]))
        self.see(rng.choice(places))

    def pointers_to_pointers(self):
        rng, v, w = self.rng, self.fresh("v"), self.fresh("w")
        self.lines.append(f"int *{v}[3] = {{&a[0][{rng.randrange(3)}], &s.x, &ss[1].in.u}}, **{w} = {v} + 1;")
        self.lines.append(f"*{v}[{self.index(rng.randrange(3))}] = {self.value()}; **{w} += {self.value()};")
        self.lines.append(f"{w}[{rng.choice([-1, 0, 1])}] = {rng.choice([f'*{w}', f'{v}[0]', '&a[1][1]'])};")
        self.see(f"*{v}[0] + **{w} * 3 + *{w}[1] + ({v}[1] == &s.x)")

    def numbers(self):
        """A variable that holds a number, and may have held an address; the lowest bit of an address."""
        rng, v, w = self.rng, self.fresh("v"), self.fresh("w")
        ty = rng.choice(["long", "unsigned long", "void *", "char *"])
        value = rng.choice([0, 1, -1, -3, 255, -129, 65537, -70000])
        first = f"{self.index(1)} ? ({ty}){value}L : ({ty})&x" if rng.random() < 0.7 else f"({ty}){value}L"
        self.lines.append(f"{ty} {v} = {first};")
        if rng.random() < 0.3:
            at = self.index(1)
            self.lines.append(f"{ty} {v}s[2] = {{ ({ty})&s, {v} }}; {v} = {v}s[{at}];")
        number = v if "long" in ty else f"(long){v}"
        shift = rng.choice([0, 3, 33])
        uses = [f"(unsigned long long){v} >> {shift}", f"(long long){v} * 2 >> 5", f"{v} == ({ty}){value}L", f"!{v}",
                f"{number} / 3", f"{number} % 5", f"{number} >> 1", f"-{number}", f"~({number})",
                f"{number} & 15", f"({number} | 1) * 3", f"{number} < {rng.choice([0, 1, -3])}", f"(short)({number})",
                f"(unsigned char)({number})", f"{number} + 7", f"{number} ^ {rng.choice([1, -1])}"]
        for use in rng.sample(uses, rng.randint(1, 4)):
            self.see(use)
        if rng.random() < 0.4:
            tag, change = self.index(1), rng.choice(["& ~1UL", "- 1", "^ 1", "& -2UL"])
            self.lines.append(f"unsigned long {w} = (unsigned long)&x | {tag};")
            self.lines.append(f"*(long long *)({w} {change}) ^= {self.value()};")
            self.see(f"({w} & {rng.choice([1, 3])}) + x")

    def library(self):
        rng = self.rng
        word = "".join(rng.choice("abc") for _ in range(rng.randint(0, 7)))
        kind = rng.randrange(8)
        if kind == 0:
            self.lines.append(f'strcpy(t, "{word}");')
        elif kind == 1:
            self.lines.append("memcpy(&ss[0], &s, sizeof s);")
        elif kind == 2:
            start = rng.randrange(self.length)
            self.lines.append(f"memset(b + {self.index(start)}, {self.value()}, {self.length - start} * sizeof *b);")
        elif kind == 3:
            self.lines.append("memmove(&a[0][1], &a[0][0], 5 * sizeof(int));")
        elif kind == 4:
            self.see(f"strchr(t, '{rng.choice('abc')}') ? strchr(t, 'a') == t : 9")
        elif kind == 5:
            self.see(f'strcmp(t, "{word}") == 0')
        elif kind == 6:
            self.see("memcmp(&ss[0], &ss[1], sizeof s) == 0")
        self.see("strlen(t) + abs(a[0][0] % 1000) + (toupper(t[0]) == 'A')")

    def heap(self):
        """A list of a few nodes, of which some are taken out again."""
        rng, n, h, p = self.rng, self.number, self.fresh("h"), self.fresh("p")
        count = rng.randint(1, 4)
        self.lines.append(f"struct n{n} *{h} = 0, *{p};")
        for _ in range(count):
            self.lines.append(f"{p} = malloc(sizeof *{p}); if (!{p}) abort(); {p}->value = {self.value()}; "
                              f"{p}->next = {h}; {h} = {p};")
        if rng.random() < 0.5:
            self.lines.append(f"{p} = {h}->next; free({h}); {h} = {p};")
        self.lines.append(f"for ({p} = {h}; {p}; {p} = {p}->next) sum = sum * 7 + {p}->value;")
        self.lines.append(f"while ({h}) {{ {p} = {h}; {h} = {h}->next; free({p}); }}")

    def grown(self):
        """An array of the heap that grows or shrinks."""
        rng, h = self.rng, self.fresh("h")
        first, then = rng.randint(1, 4), rng.randint(1, 6)
        kind, start = rng.choice(["int", "short", "long long"]), rng.choice(["malloc(", "realloc(0, "])
        self.lines.append(f"{kind} *{h} = {start}{first} * sizeof *{h}); if (!{h}) abort();")
        self.lines += [f"{h}[{at}] = {self.value()};" for at in range(first)]
        self.lines.append(f"{h} = realloc({h}, {then} * sizeof *{h}); if (!{h}) abort();")
        self.lines += [f"{h}[{at}] = {self.value()};" for at in range(first, then)]
        self.lines.append(f"for (int k = 0; k < {then}; k++) sum = sum * 7 + {h}[k];")
        self.lines.append(f"free({h});")

    def objects(self):
        """The objects, filled by loops."""
        rng, n = self.rng, self.number
        return [
            f"{self.element} b[{self.length}];",
            f"struct s{n} s, ss[2]; int a[2][3]; char t[8]; long long x = {rng.getrandbits(62)}; unsigned sum = 1;",
            "for (unsigned k = 0; k < sizeof s; k++) ((char *)&s)[k] = ((char *)ss)[k] = ((char *)(ss + 1))[k] = 0;",
            "for (int k = 0; k < 8; k++) t[k] = 0;",
            f"for (int k = 0; k < {self.length}; k++) b[k] = k * {rng.randint(1, 99)};",
            f"for (int k = 0; k < 6; k++) (&a[0][0])[k] = k - {rng.randint(0, 9)};",
        ]

    def make(self, is_short):
        """The lines. A short function has fewer statements, and objects that begin as constants."""
        rng, n = self.rng, self.number
        kinds = [self.moves, self.moves, self.walk, self.rows, self.bytes_of_structure, self.container, self.views,
                 self.members, self.pointers_to_pointers, self.library, self.numbers]
        if self.with_heap:
            kinds += [self.heap] * 3 + [self.grown] * 2
        for _ in range(rng.randint(1, 2) if is_short else rng.randint(2, 5)):
            rng.choice(kinds)()
        if is_short:
            numbers = lambda count: "{" + ", ".join(str(rng.randint(-9, 99)) for _ in range(count)) + "}"
            objects = [
                f"static {self.element} b[{self.length}] = {numbers(self.length)};",
                f"static struct s{n} s, ss[2]; static int a[2][3] = {{{numbers(3)}, {numbers(3)}}};",
                f"static char t[8]; static long long x = {rng.getrandbits(62)}; unsigned sum = 1;",
            ]
        else:
            objects = self.objects()
        # The engines have no values for bytes between members.
        members = "int x; short h[3]; char c, d;" if is_short else "char c; int x; short h[3];"
        head = [
            f"struct s{n} {{ {members} struct {{ int u, v; }} in; }};",
            f"struct n{n} {{ int value; struct n{n} *next; }};",
            f"void t{n}(void) {{",
            *objects,
        ]
        ends = ["@sum", "@s.x + s.in.v", "@x", f"@b[{rng.randrange(self.length)}]", f"@a[1][{rng.randrange(3)}]", "}"]
        return head + self.lines + ends


def pointer_lines(rng, number, with_heap, is_short=False):
    """The lines of a function `t<number>`."""
    return Pointers(rng, number, with_heap).make(is_short)


def known(lines):
    """The lines with the values of inputs."""
    return [f"int {line[1:].replace(' ', ' = ')};" if line.startswith("?") else line for line in lines]


def asked(lines):
    """The lines with inputs whose values the program asks for."""
    def ask(line):
        name, value = line[1:].split()
        return f"int {name} = __VERIFIER_nondet_int(); if ({name} != {value}) return;"
    return [ask(line) if line.startswith("?") else line for line in lines]
