import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { PythonModule } from "../../code/python-api/python-module.ts"
import { outlinePython } from "../../code/symbols/parse-source-code.ts"
import { expandIncludes } from "../expand-includes.ts"
import type { ReadIncluded } from "../includes/include-context.ts"

const FILES: Readonly<Record<string, string>> = {
  "src/shop/__init__.py":
    '"""A shop."""\nfrom .app import Shop as Shop\nfrom . import prices\nfrom .loop import *\nfrom .till import coins as change\nfrom . import round\n',
  "src/shop/till/__init__.py": "",
  "src/shop/till/coins.py": 'def count():\n    "Counts coins."\n',
  "src/shop/app.py": `
import typing as t
from .base import Counter

class Shop(Counter):
    """Sells things.

    :param name: what it is called.
    """

    #: Where parcels go by default.
    address: str = "here"

    plain = 1

    def __init__(self, name: str, *, currency: str | None = None) -> None:
        #: Name over the door.
        self.name = name

    @t.overload
    def sell(self, item: str) -> int: ...
    @t.overload
    def sell(self, item: bytes) -> int: ...
    def sell(self, item, count=1):
        """Sells \\\\*count* of an item.

        Args:
            item (str): What is
                sold.
            count: How many.

            - with care: always

        Raises:
            KeyError: When there is none.
        """

    @property
    def open(self) -> bool:
        """Whether it is open."""

    @open.setter
    def open(self, value):
        pass

    def close(self):
        pass

    async def fetch(self): "Fetches."

    def _hidden(self): "Hidden."
`,
  "src/shop/base.py": `
class Counter:
    """Counts."""
    def close(self):
        """Closes the counter."""
    def ring(self):
        """Rings."""
`,
  "src/shop/prices.py": `
"""Prices.

.. autofunction:: net
"""
__all__ = ["net", "gross"]
from shop.taxes import gross

def net(price):
    r"""Price without taxes.

    Parameters
    ----------
    price : float
        With \\taxes.

    Additional keywords are passed on to the
        till as they are

    Returns
    -------
    float
        Without.

    Examples
    --------
    >>> net(3)

    See Also
    --------
    gross : With taxes,
        whichever.
    Shop, sell
    """

def helper(): "Not listed."
`,
  "src/shop/taxes.py": 'def gross(price=%s):\n    "With taxes."\n'.replace("%s", '"x" * ' + "1 + ".repeat(60) + "1"),
  "src/shop/loop.py":
    '"""Loops.\n\n.. automodule:: shop.loop\n   :members:\n"""\nfrom .loop import *\nfrom . import gone\nclass A(A): "A."\nclass B(C): "B."\nclass C(B): "C."\n',
  "docs/conf.py":
    "autodoc_default_options = {'members': True, 'exclude-members': 'ring'}\nautoclass_content = 'both'\n",
}
const outlines = new Map<string, PythonModule>()
for (const [path, text] of Object.entries(FILES))
  if (path.endsWith(".py")) outlines.set(path, await outlinePython(text, path))

function expand(page: string, path = "guide/api.rst"): string {
  const read: ReadIncluded = (asked, form) => {
    const found = Object.keys(FILES).find((file) => file === asked || `**/${file.slice("src/".length)}` === asked)
    if (found === undefined) return undefined
    return form === "outline" ? { outline: outlines.get(found) ?? fail() } : { text: FILES[found] ?? "" }
  }
  return (
    expandIncludes({ format: "restructured-text", text: page, path }, read)
      ?.text.replaceAll(/\n{3,}/g, "\n\n")
      .trim() ?? ""
  )
}

function fail(): never {
  throw new Error("no outline")
}

describe("expandAutodoc", () => {
  it("puts in signature, docstring and documented members, with those of base classes where they are wanted", () => {
    const text = expand(
      ".. module:: shop\n\n.. autoclass:: Shop\n   :members:\n   :inherited-members:\n\n   Said on the page.\n",
    )

    expect(text).toBe(`.. module:: shop

.. class:: Shop(name: str, *, currency: str | None = None)

   Sells things.

   :param name: what it is called.

   Said on the page.

   .. attribute:: address: str = "here"

      Where parcels go by default.

   .. method:: sell(item, count=1)

      Sells \\*count* of an item.

      :param str item: What is
          sold.
      :param count: How many.

      - with care: always

      :raises KeyError: When there is none.

   .. property:: open: bool

      Whether it is open.

   .. method:: close()

      Closes the counter.

   .. method:: async fetch()

      Fetches.

   .. attribute:: name

      Name over the door.

   .. method:: ring()

      Rings.`)
  })

  it("finds members of the class that they stand in, and keeps a signature that the page gives", () => {
    const text = expand(
      ".. currentmodule:: shop\n\n.. autoclass:: Shop(name)\n\n   .. automethod:: ring()\n\n   .. autoattribute:: name\n",
    )

    expect(text).toContain(".. class:: Shop(name)\n\n   Sells things.")
    expect(text).toContain("   .. method:: ring()\n\n      Rings.")
    expect(text).toContain("   .. attribute:: name\n\n      Name over the door.")
    expect(expand(".. automethod:: shop.Shop.sell")).toContain(".. method:: shop.Shop.sell(item, count=1)")
    expect(expand(".. class:: shop.app.Shop\n\n   .. automethod:: ring\n")).toContain(
      "   .. method:: ring()\n\n      Rings.",
    )
  })

  it("reads modules with what they list, and directives in their docstrings", () => {
    const text = expand(".. automodule:: shop.prices\n   :members:\n")

    expect(text).toMatch(/^Prices\.\n\n\.\. function:: net\(price\)\n\n {3}Price without taxes\./)
    expect(text).toContain(
      ":param float price: With \\taxes.\n\n   Additional keywords are passed on to the till as they are\n",
    )
    expect(text).toContain(":returns: Without.\n   :rtype: float")
    expect(text).toContain(".. rubric:: Examples\n\n   >>> net(3)")
    expect(text).toContain(".. rubric:: See Also\n\n   - gross : With taxes,\n     whichever.\n   - Shop, sell")
    expect(text).toContain(".. function:: gross(price=…)\n\n   With taxes.")
    expect(text).not.toContain("helper")
  })

  it("reads modules that their package imports from elsewhere", () => {
    expect(expand(".. automodule:: shop.change\n   :members:\n")).toContain(".. function:: count()\n\n   Counts coins.")
    expect(expand(".. automodule:: shop.round\n   :members:\n")).toContain(".. automodule:: shop.round")
  })

  it("follows the nearest conf.py where the directive says nothing", () => {
    const text = expand(".. autoclass:: shop.Shop\n   :inherited-members:\n", "docs/api.rst")

    expect(text).toContain("Closes the counter.")
    expect(text).not.toContain("Rings.")
    expect(expand(".. autoclass:: shop.Shop\n   :no-members:\n", "docs/api.rst")).not.toContain("Sells \\*count")
  })

  it("shows what autosummary writes pages about, with members unless the page lists them too", () => {
    const list = (...names: string[]) =>
      expand(
        `.. currentmodule:: shop\n\n.. autosummary::\n   :toctree: generated/\n   :nosignatures:\n\n${names.map((name) => `   ${name}\n`).join("")}\nAfter.`,
      )

    const text = list("~Shop", "prices.net", "unknown.thing", "shop.loop")

    expect(text).toMatch(
      /^\.\. currentmodule:: shop\n\n\.\. autosummary::\n\n {3}unknown\.thing\n\n\.\. class:: Shop\(/,
    )
    expect(text).toContain("   .. method:: sell(item, count=1)\n\n      Sells")
    expect(text).toContain("\n.. function:: prices.net(price)\n\n   Price without taxes.")
    expect(text).toContain("\nLoops.\n")
    expect(text).toMatch(/\nAfter\.$/)
    const apart = list("Shop", "Shop.sell")
    expect(apart).not.toContain("   .. method::")
    expect(apart).toContain("\n.. function:: Shop.sell(item, count=1)")
    expect(list("a", "b.c")).toContain("generated/\n   :nosignatures:\n\n   a\n   b.c\n\nAfter.")
  })

  it.each([
    ".. autosummary::\n\n   shop.Shop",
    ".. autofunction:: shop.unknown",
    ".. autoclass:: other.Shop\n   :members:",
    ".. automethod:: shop.Shop.plain",
    ".. automodule:: other.module\n   :members:",
    ".. autofunction:: shop.gone.x",
    ".. autofunction:: Shop",
  ])("leaves what it does not find, or of which nothing is said, as it stands: %s", (page) => {
    expect(expand(page)).toBe(page)
  })

  it("comes to an end where modules, classes and docstrings lead back to themselves", () => {
    const text = expand(".. automodule:: shop.loop\n   :members:\n   :inherited-members:\n")

    expect(text).toContain(".. class:: B\n\n   B.")
    expect(text.length).toBeLessThan(10_000)
  })

  it("takes any page without harm", () => {
    const line = fc.constantFrom(
      ".. autoclass:: shop.Shop",
      ".. automodule:: shop.loop",
      ".. automethod:: sell",
      "   :members: sell, name",
      "   :members:",
      "      :exclude-members: sell",
      "",
      "   .. automethod:: ring",
      "\t.. autofunction:: shop.prices.net(",
      "Text.",
      ".. class:: Shop",
      ".. autoclass:: ..",
      ".. autosummary::",
      "   :toctree:",
      "   shop.loop",
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        expect(typeof expand(lines.join("\n"))).toBe("string")
      }),
    )
  })
})
