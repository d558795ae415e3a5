import { describe, expect, it } from "vitest"
import { outlinePython } from "../../code/symbols/parse-source-code.ts"
import { expandIncludes } from "../expand-includes.ts"
import type { IncludedFile } from "../includes/include-context.ts"

const FILES: Readonly<Record<string, string>> = {
  "pond/__init__.py":
    "from ._core import feed, Koi, count\nfrom . import nets\nfrom ._swim import Otter\nfrom ._swim import gone\nfood = feed\n_otter = Otter()\nrest = _otter.rest\nloop = loop\n",
  "pond/_core/__init__.py": "from .shapes import *\nfrom . import _add_newdocs\n",
  "pond/_core/shapes.py": "from ._compiled import *\n",
  "pond/_core/_add_newdocs.py": `
from .adding import add_newdoc

add_newdoc('pond._core.shapes', 'feed',
    """
    feed($self, koi, /, food=None)
    --

    feed(koi[, food])

    Feeds koi.

    $PARAMS

    Examples
    --------
    >>> feed(3)
    """.replace("$PARAMS", params))
add_newdoc('pond._core', 'Koi', """A fish.""")
add_newdoc('pond._core', 'Koi', ('weight', "Weight in grams."))
add_newdoc('pond._core', 'Koi', ('swim', """
    swim(far=False)

    Swims away."""))
add_newdoc(computed(), 'count', "Not read.")
add_newdoc('pond', f'{name}', "Not read.")
`,
  "pond/_swim.pyx": `
cimport numpy as np
from libc.string cimport memcpy
from .nets import Net

cdef inline void _turn(int *way) noexcept nogil:
    """
def hidden(): it is not read
    """
    way[0] = 1

cdef class Otter(Net):
    # about the next line
    """Otter(name)\\n--

    Swims in the pond.

    Lives there.
    """
    cdef public object _name

    def __init__(self, str name not None, int age=3):
        cdef const char *pond = "Pond"
        self._name = name

    @property
    def weight(self):
        """Its weight."""
        return 1

    cpdef double dive(self, np.npy_intp depth,
                      bint fast=True, *, out=None) except -1:
        """Dives down."""
        text = """
no code
"""
        return 1.0

    def rest(self, object place):
        """
        rest(place, how_long=None)

        Rests.
        """

    cdef int count(self):
        return 0
`,
}
const found = new Map<string, IncludedFile>()
for (const [path, text] of Object.entries(FILES)) found.set(`**/${path}`, { outline: await outlinePython(text, path) })

function expand(text: string): string {
  const page = { format: "restructured-text", text, path: "guide/api.rst" } as const
  return (
    expandIncludes(page, (path) => found.get(path))
      ?.text.replaceAll(/\n{3,}/g, "\n\n")
      .trim() ?? ""
  )
}

describe("expandAutodoc, of compiled modules", () => {
  it("reads docstrings that a module of the package adds to compiled objects", () => {
    const text = expand(
      ".. currentmodule:: pond\n\n.. autosummary::\n   :toctree: made\n\n   feed\n   Koi\n   Koi.swim\n   count\n",
    )

    expect(text).toContain(".. function:: feed(koi[, food])\n\n   Feeds koi.\n\n   .. rubric:: Examples")
    expect(text).toContain(".. class:: Koi\n\n   A fish.")
    expect(text).toContain(".. function:: Koi.swim(far=False)\n\n   Swims away.")
    expect(text).toMatch(/^\.\. currentmodule:: pond\n\n\.\. autosummary::\n\n {3}count\n/)
    expect(expand(".. autoclass:: pond.Koi\n   :members:\n")).toContain(
      "   .. attribute:: weight\n\n      Weight in grams.",
    )
  })

  it("reads classes and functions of Cython without the types of C", () => {
    const text = expand(".. autoclass:: pond.Otter\n   :members:\n")

    expect(text).toBe(`.. class:: pond.Otter(name)

   Swims in the pond.

   Lives there.

   .. property:: weight

      Its weight.

   .. method:: dive(depth, fast=True, *, out=None)

      Dives down.

   .. method:: rest(place, how_long=None)

      Rests.`)
    expect(expand(".. automethod:: pond.Otter.count")).toBe(".. automethod:: pond.Otter.count")
  })

  it("shows the documentation of functions that have another name", () => {
    expect(expand(".. autofunction:: pond.food")).toContain(".. function:: pond.food(koi[, food])\n\n   Feeds koi.")
    expect(expand(".. autofunction:: pond.rest")).toContain(
      ".. function:: pond.rest(place, how_long=None)\n\n   Rests.",
    )
    expect(expand(".. autofunction:: pond.loop")).toBe(".. autofunction:: pond.loop")
  })
})
