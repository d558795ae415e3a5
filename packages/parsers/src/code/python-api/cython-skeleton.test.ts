import fc from "fast-check"
import { expect, it } from "vitest"
import { cythonSkeleton } from "./cython-skeleton.ts"

it("keeps what Python can use, without bodies and types of C", () => {
  const text = [
    '"""Ponds."""',
    "from .koi import Koi",
    "from libc.math cimport sin",
    "cdef enum Depth:",
    "    SHALLOW",
    "def feed(Koi koi not None, int grams=3, *args, **rest):",
    "    return koi",
    "SIZE = [",
    "    1,",
    "]",
    "property depth:",
    '    "How deep."',
    "cdef class Pond:",
    "    pass",
  ].join("\n")

  expect(cythonSkeleton(text)).toBe(
    [
      '"""Ponds."""',
      "from .koi import Koi",
      "def feed(koi, grams=3, *args, **rest):",
      "    pass",
      "SIZE = [",
      "    1,",
      "]",
      "@property",
      "def depth(self):",
      '    "How deep."',
      "    pass",
      "class Pond:",
      "    pass",
    ].join("\n"),
  )
})

it("reads any text without errors, in time linear to its length", () => {
  const line = fc.constantFrom(
    "cdef class A:",
    "  def f(int a",
    "    def g(",
    '"""',
    "  '''",
    " )",
    "",
    "x = (",
    "cpdef",
    "# a",
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      expect(typeof cythonSkeleton(lines.join("\n"))).toBe("string")
    }),
  )
  const deep = Array.from({ length: 3_000 }, (_, depth) => `${" ".repeat(depth)}class A:`).join("\n")
  expect(cythonSkeleton(deep).length).toBeLessThan(deep.length + 1_000)
  expect(cythonSkeleton("def f(\n".repeat(20_000))).toContain("def f(")
  expect(cythonSkeleton('x = """\n'.repeat(20_001))).toContain("x")
})
