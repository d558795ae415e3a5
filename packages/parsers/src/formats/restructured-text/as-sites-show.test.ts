import { describe, expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"
import { shown } from "../../document/shown-block.testing.ts"

function read(text: string): readonly string[] {
  const { document, problems } = parseFile({ format: "restructured-text", text, path: "page.rst" })
  expect(problems).toEqual([])
  return document.blocks.map(shown)
}

describe("reStructuredText as sites show it", () => {
  it.each<[what: string, text: string, blocks: readonly string[]]>([
    [
      "a quoted value of a CSV table over several lines",
      '.. csv-table::\n   :header: "Fish", "Note"\n\n   "Koi", "Likes ""shade"",\n   and rest"\n   Tench, 2.5\n',
      ['table:Fish | Note / Koi | Likes "shade", and rest / Tench | 2.5'],
    ],
    [
      "a CSV table with marks of its own",
      ".. csv-table::\n   :header-rows: 1\n   :delim: ;\n   :quote: '\n   :escape: \\\n\n   Fish;Note\n   Koi;'a; b'\n   Tench;c\\;d\n",
      ["table:Fish | Note / Koi | a; b / Tench | c;d"],
    ],
    [
      "a first row in bold as the header of a table without one",
      "+----------+----------+\n| **Fish** | **Note** |\n+----------+----------+\n| Koi      | **big**  |\n+----------+----------+\n",
      ["table:Fish | Note / Koi | **big**"],
    ],
    [
      "names without the sign of the package, and decorators with theirs",
      "Call :meth:`@feed` or :exc:`~@-HungryError`, and :func:`@feeds`.",
      ["Call `feed` or `HungryError`, and `@feeds`."],
    ],
    [
      "references to figures and tables with their captions",
      "See :ref:`pond.figure-1`, :numref:`lake` and :ref:`fish`.\n\n.. figure:: pond.png\n    :alt: A pond\n          with koi.\n    :name: pond.figure-1\n\n    *Figure 1*\n\n    *Koi.*\n\n.. _lake:\n\n.. figure:: lake.png\n\n   A ``lake``\n   of koi\n\n.. table:: All fish\n   :name: Fish\n\n   === ===\n   a   b\n   === ===\n",
      [
        "See Figure 1, A lake of koi and All fish.",
        "*Figure 1*",
        "*Koi.*",
        "A `lake` of koi",
        "**All fish**",
        "table: / a | b",
      ],
    ],
    [
      "a comparison at the beginning of a line as part of its sentence",
      "Dig (on clay\n>=13.3) or\n> 2 m deep.\n\n> Quoted\n> twice",
      ["Dig (on clay >=13.3) or > 2 m deep.", "> Quoted\n> twice"],
    ],
    [
      "Python sessions without the options of their tests",
      ".. code-block:: python\n\n   >>> koi()  # doctest: +SKIP\n   1\n\nOr::\n\n   >>> tench() #doctest: +SKIP\n\n.. doctest::\n   :no-trim-doctest-flags:\n\n   >>> carp()  # doctest: +SKIP\n",
      ["code:>>> koi()\n1", "Or:", "code:>>> tench()", "code:>>> carp()  # doctest: +SKIP"],
    ],
    [
      "Python sessions with only blank lines between them as one example",
      ">>> import koi\n\n\n>>> koi.swim()\n1\n\nThen:\n\n>>> koi.rest()\n",
      ["code:>>> import koi\n\n\n>>> koi.swim()\n1", "Then:", "code:>>> koi.rest()"],
    ],
    [
      "SQL in Python sessions without the marks of its highlighter",
      "So::\n\n    >>> print(koi)  # doctest:+SKIP\n    {printsql}SELECT koi{stop}\n    [1]\n\nOr::\n\n    {stop} the pump\n\n.. sourcecode:: pycon+sql\n\n    >>> koi()  # doctest:+SKIP\n    {execsql}BEGIN\n",
      ["So:", "code:>>> print(koi)\nSELECT koi\n[1]", "Or:", "code:{stop} the pump", "code:>>> koi()\nBEGIN"],
    ],
    [
      "names of fields as written, and those of bibliographic fields and API objects with a capital letter",
      "Lake\n====\n\nFields:\n\n:fish_kind:\n\n  A fish.\n\n  :name: Its name.\n  :pond: Its pond.\n\n:version: 2\n\nWords.\n\n:author: Heron\n:version: 3\n\n.. function:: swim(fish)\n\n   :param fish_kind: A fish.\n   :returns: Waves.\n   :depth: 3\n",
      [
        "# Lake",
        "Fields:",
        "- **fish_kind**:\n\n  A fish.\n  - **name**: Its name.\n  - **pond**: Its pond.\n- **version**: 2",
        "Words.",
        "- **Author**: Heron\n- **Version**: 3",
        "## swim(fish)",
        "- `fish_kind`: A fish.\n- **Returns**: Waves.\n- **depth**: 3",
      ],
    ],
    [
      "names of plugins and options in roles of antsibull",
      "Use :ansplugin:`lake.fish.heron#filter` with :ansopt:`lake.fish.heron#filter:key_name`, :ansopt:`lake.fish.pond#role:main:depth=1:2`, :ansopt:`state=present`, :ansretval:`lake.fish.heron#module:fish.kind`, :ansval:`~/lake`, :ansplugin:`the heron <lake.fish.heron#filter>` and :ansenvvar:`LAKE`.",
      [
        "Use `lake.fish.heron` with `key_name`, `depth=1:2`, `state=present`, `fish.kind`, `~/lake`, the heron and `LAKE`.",
      ],
    ],
    ["a CSV table without rows", "Words.\n\n.. csv-table::\n   :header-rows: 1\n\nAfter.", ["Words.", "After."]],
    [
      "cells of a grid over several rows and columns",
      "+-------+-------------+\n| Fish  | Care        |\n|       +------+------+\n|       | Food | Salt |\n+=======+======+======+\n| Koi   | any  | ``a``|\n+-------+      | or b |\n| Tench |      |      |\n+-------+------+------+\n| over all three      |\n+---------------------+\n",
      ["table:Fish | Care Food | Salt / Koi | any | `a` or b / Tench |  |  / over all three |  | "],
    ],
    [
      "a grid with wide letters",
      "+------+-----+\n| 魚   | 二  |\n+======+=====+\n| 鯉   | x   |\n+------+-----+\n",
      ["table:魚 | 二 / 鯉 | x"],
    ],
    [
      "a grid whose borders do not close",
      "+------+-----+\n| Fish | No |\n+======+=====+\n| Koi  | x   |\n+------+-----+\n",
      ["table:Fish | No / Koi | x"],
    ],
    [
      "a header over two columns",
      "=====  =====  ======\n   Inputs     Output\n------------  ------\n  A      B    A or B\n=====  =====  ======\nno     yes    yes\n=====  =====  ======\n",
      ["table:Inputs A | B | Output A or B / no | yes | yes"],
    ],
    [
      "lists, notes and short code in cells",
      ".. list-table::\n\n   * - Koi\n     - .. note:: Big.\n\n       Eats:\n\n       - peas\n       - rice\n   * - Tench\n     - .. code:: sh\n\n          feed\n",
      ["table: / Koi | **Note** Big. Eats: - peas - rice / Tench | `feed`"],
    ],
    [
      "a footnote below the rest of its sentence, after a formula",
      "Feed (see [1]_):\n\n.. math:: f = 2k\n\nwhere k is the number of koi.\n\nWait.\n\n.. [1] Koi.\n",
      ["Feed (see [1]):", "code:f = 2k", "where k is the number of koi.", "[1] Koi.", "Wait."],
    ],
    [
      "code below a first row in bold",
      "+-----------+----------+\n| **Don't** | **Do**   |\n+-----------+----------+\n| ::        | ::       |\n|           |          |\n|   fill()  |   fill(  |\n|   stir()  |   )      |\n+-----------+----------+\n",
      ["**Don't**", "code:fill()\nstir()", "**Do**", "code:fill(\n)"],
    ],
    [
      "code that fills a table",
      ".. list-table::\n   :header-rows: 1\n\n   * - Don't\n     - **Do**\n   * - .. code-block:: python\n\n          tank.fill()\n          tank.stir()\n\n     - ::\n\n          tank.fill(stir=True)\n\n       Once.\n",
      ["**Don't**", "code:tank.fill()\ntank.stir()", "**Do**", "code:tank.fill(stir=True)", "Once."],
    ],
    [
      "a table inside of a cell",
      ".. list-table::\n\n   * - .. list-table::\n\n          * - a\n            - b\n     - c\n",
      ["table: / a b | c"],
    ],
    [
      "paragraphs of an item that stand less deep than its text",
      "*   *(Optional)* :ref:`Keep\n    koi <koi>`.\n\n  Feed them.\n\n*   ::\n\n      feed\n",
      ["- *(Optional)* Keep koi.\n\n  Feed them.", "code:feed"],
    ],
    ["code that an item announces", "* Run::\n\n      feed\n\n* Stop", ["- Run:", "code:feed", "- Stop"]],
    [
      "types and values of objects",
      ".. py:attribute:: Tank.size\n   :type: int | None\n   :value: 5\n\n.. confval:: food\n   :type: :code-py:`str`\n   :default: ``'peas'``\n\n   What they eat.\n",
      [
        "## Tank.size",
        "- **Type**: `int | None`\n- **Value**: `5`",
        "## food",
        "- **Type**: `str`\n- **Default**: `'peas'`",
        "What they eat.",
      ],
    ],
    [
      "line blocks in cells, with a comma for each line break",
      ".. list-table::\n\n   * - | Koi\n     - | GA: May\n       | Critical: June.\n       | Security: ``a|b``\n         and more\n",
      ["table: / Koi | GA: May, Critical: June. Security: `a\\|b` and more"],
    ],
    [
      "labels of other sites in words",
      "See :ref:`core_porting_guides`, :ref:`koi`, :ref:`Koi_Pond` and :ref:`the pond <koi_pond>`.",
      ["See core porting guides, koi, Koi_Pond and the pond."],
    ],
    [
      "names of other projects' objects and terms without the project",
      "Indices with :term:`python:slice`, :class:`python:int`, :class:`std::vector` and :term:`host port`.",
      ["Indices with slice, `int`, `std::vector` and host port."],
    ],
    [
      "footnotes below the list that their text introduces, without their title",
      "Feed koi [1]_ so:\n\n* Open the lid ::\n\n     open\n\n* Close it.\n\nThen rest.\n\n.. rubric:: Footnotes\n\n.. [1] Big.\n\n.. note:: Old.\n",
      ["Feed koi [1] so:", "- Open the lid", "code:open", "- Close it.", "[1] Big.", "Then rest.", "**Note**\n\nOld."],
    ],
    [
      "footnotes of several functions on one page with their own function, without empty titles",
      ".. function:: koi()\n\n   Feeds [1]_.\n\n   More [1]_.\n\n   .. rubric:: References\n\n   .. [1] Big.\n\n.. function:: tench()\n\n   Feeds [1]_.\n\n   .. rubric:: References\n\n   .. [1] Small.\n   .. [2] Unused.\n",
      [
        "## koi()",
        "Feeds [1].",
        "[1] Big.",
        "More [1].",
        "## tench()",
        "Feeds [1].",
        "[1] Small.",
        "**References**",
        "[2] Unused.",
      ],
    ],
    [
      "formulas with their backslashes",
      "Size $\\gamma_{1}$ or :math:`\\alpha \\cdot k`, for $5 or `it` at \\$6 $.",
      ["Size $\\gamma_{1}$ or $\\alpha \\cdot k$, for $5 or `it` at $6 $."],
    ],
    [
      "signatures with their asterisks, and types without the signs of Sphinx",
      ".. class:: Pond(*, size: int | None = 60 * 60, kind: str = 2 * 3)\n\n   :type feed: Callable[[~koi.Pond], None]\n   :param depth:\n   :rtype: ~koi.Pond\n",
      [
        "## Pond(*, size: int | None = 60 * 60, kind: str = 2 * 3)",
        "- `feed` type: Callable[[Pond], None]\n- `depth`\n- **Return type**: Pond",
      ],
    ],
    ["numbers of tickets with one sign", "See :ticket:`#12` and :ticket:`13`.", ["See #12 and #13."]],
    [
      "footnotes without a number by theirs",
      "Koi [#]_ and tench [#t]_ [2]_, ``[#]_``::\n\n   a [#]_\n\n.. note::\n\n   Carp [#]_.\n\n.. [#] Big.\n.. [2] Two.\n.. [#t] Small.\n.. [#] Old.\n",
      [
        "Koi [1] and tench [3] [2], `[#]_`:",
        "code:a [#]_",
        "[1] Big.",
        "[2] Two.",
        "[3] Small.",
        "**Note**\n\nCarp [4].",
        "[4] Old.",
      ],
    ],
    [
      "a dash at the start of a line as part of its sentence",
      "A block fills\n- it also defines\ncontent.\n\nFish:\n- koi\n\nOne\n- koi\n- tench\n",
      ["A block fills - it also defines content.", "Fish:\n- koi", "One\n- koi\n- tench"],
    ],
    [
      "attributes that only the source code describes as such",
      ".. class:: Koi\n\n   A fish.\n\n   .. autoattribute:: name\n\n.. autofunction:: feed\n",
      ["## Koi", "A fish.", "- Attribute `name`", "- `feed`"],
    ],
    [
      "no names of objects whose contents a program inserts",
      "Filters:\n\n.. koi:filters:: koi.defaults.FILTERS\n",
      ["Filters."],
    ],
    ["methods of HTTP", ".. http:get:: /tanks/(int:id)\n\n   One tank.\n", ["## GET /tanks/(int:id)", "One tank."]],
    [
      "what is deprecated and removed",
      ".. deprecated-removed:: 3.4 3.6 Use ``x``.\n\n.. soft-deprecated:: 3.7\n\n.. availability:: Unix, not WASI.\n",
      [
        "**Deprecated since version 3.4, will be removed in version 3.6**\n\nUse `x`.",
        "**Soft deprecated since version 3.7**",
        "**Availability**\n\nUnix, not WASI.",
      ],
    ],
    [
      "cards and buttons",
      ".. grid-item-card:: Koi\n   :link: koi\n\n   Header\n   ^^^\n   Body\n   +++\n   Footer\n\n.. button-ref:: koi\n   :color: primary\n\n   Read on\n\n.. plot:: pictures/koi.py\n",
      ["**Koi**", "Header", "Body", "Footer", "Read on"],
    ],
    [
      "names of a user interface",
      ":guilabel:`&Save && Close`, :menuselection:`&File --> Open`, :numref:`Figure %s <fig>`.",
      ["**Save & Close**, **File ‣ Open**, Figure."],
    ],
    [
      "targets and references inside of a sentence",
      "An _`inline target`, a name_, Tank.__call__ and tank.__init__ by __all__.",
      ["An inline target, a name, Tank.__call__ and tank.__init__ by __all__."],
    ],
    [
      "data about the page",
      ":Author: Koi\n:og:type: x\n\nTitle\n=====\n\n:Depth: shown\n",
      ["# Title", "- **Depth**: shown"],
    ],
    [
      "text beside the name of a quotation",
      ".. epigraph:: Feed koi\n   daily.\n\n   -- Koi\n\n.. compound:: And\n   so on.",
      ["Feed koi daily.", "-- Koi", "And so on."],
    ],
    ["a subtitle", ".. sidebar:: Koi\n   :subtitle: Since 1820\n\n   Big.", ["**Koi**\n\nSince 1820\n\nBig."]],
    [
      "replacements of several lines",
      "A |koi| fish of |release|\n\n.. |koi| replace::\n   ``big``\n   one\n\nEnd.",
      ["A `big` one fish of", "End."],
    ],
    ["a role that is described", ".. rst:role:: koi\n\n   Shows a koi.\n", ["## koi", "Shows a koi."]],
    [
      "descriptions that are not indented",
      "Tank\n====\n\n.. php:method:: fill($x)\n\nFills it::\n\n   code\n\n.. php:method:: stir()\n.. php:method:: empty()\n\nEmpties it.\n\nMore\n====\n\n.. php:method:: feed()\n\n   Feeds.\n\nAfter.",
      [
        "# Tank",
        "## fill($x)",
        "Fills it:",
        "code:code",
        "## stir()",
        "## empty()",
        "Empties it.",
        "# More",
        "## feed()",
        "Feeds.",
        "# More",
        "After.",
      ],
    ],
    [
      "options deeper than the text of an object",
      ".. py:method:: feed(n)\n      :async:\n\n   Feeds.\n",
      ["## feed(n)", "Feeds."],
    ],
    [
      "a space that is escaped at the end, and stress in the name of a field",
      "Ends\\ \n\n:Koi - **big**: Eats.\n",
      ["Ends", "- **Koi - big**: Eats."],
    ],
    [
      "no label of a list of pages",
      "Koi\n===\n\nContents:\n\n.. toctree::\n\n   a\n\nContents:",
      ["# Koi", "Contents:"],
    ],
    ["words about a module", ".. py:module:: koi\n   :synopsis: Fish\n\n   Feeds.\n", ["Feeds."]],
    [
      "labels of pages that Sphinx makes and of other sites",
      "The :ref:`genindex`, :ref:`python:gdb` and :ref:`usage/pond:Koi food`.",
      ["The Index, gdb and Koi food."],
    ],
    [
      "nothing for a directive of an extension without text",
      "Ponds\n=====\n\nAll koi:\n\n.. koi:list::\n\nFish\n----\n\n.. koi:list::\n",
      ["# Ponds", "All koi.", "## Fish"],
    ],
  ])("shows %s", (_, text, blocks) => {
    expect(read(text)).toEqual(blocks)
  })

  it("labels Python sessions with SQL", () => {
    const text = "So::\n\n    >>> koi()\n    {execsql}SELECT koi\n\n>>> koi()\n{sql}SELECT koi"
    const { document } = parseFile({ format: "restructured-text", text, path: "p.rst" })

    expect(document.blocks.map((block) => ("language" in block ? block.language : ""))).toEqual(["", "pycon", "pycon"])
  })

  it("calls a proposal for Python by its number and title", () => {
    const { document } = parseFile({
      format: "restructured-text",
      text: "PEP: 7\nTitle: Feed\n  koi\nAuthor: K\n\nWhy\n===\n\nWords.",
      path: "p.rst",
    })

    expect(document.title).toBe("PEP 7 – Feed koi")
  })
})
