import { expect, it } from "vitest"
import { parseFile } from "../../parse-file.ts"

it("raw cells of a notebook are read in the format that they name, and left out when that is not for pages", () => {
  const raw = (source: string, metadata: object = {}) => ({ cell_type: "raw", source, metadata })
  const cells = [
    raw("Feed ``koi``\\ s.", { raw_mimetype: "text/restructuredtext" }),
    raw("Feed *daily*.", { format: "text/markdown" }),
    raw("<p>Feed <b>well</b>.</p>", { raw_mimetype: "text/html" }),
    raw("\\newpage", { raw_mimetype: "text/latex" }),
    raw("Plain *words*"),
  ]

  const { document } = parseFile({ format: "notebook", text: JSON.stringify({ cells, metadata: {} }), path: "a.ipynb" })

  expect(document.blocks.map((block) => (block.kind === "prose" ? block.markdown : block.kind))).toEqual([
    "Feed `koi`s.",
    "Feed *daily*.",
    "Feed **well**.",
    "Plain *words*",
  ])
})
