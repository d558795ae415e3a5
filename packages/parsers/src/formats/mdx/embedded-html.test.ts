import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMarkdownOrMdx, parseMdx } from "./parse-mdx.ts"

const HTML =
  '<pre class=\\"language-text\\"><code class=\\"language-text\\">koi.js:1 <a href=\\"https://koi.example\\">no-koi</a> <strong>✖</strong><br /><br />  <strong>1 │</strong> feed(&#123;&quot;koi&quot;&#125;)\\n</code></pre>'
const PAGE = `import Koi from "koi"\n\nBefore.\n\n<Fragment set:html={"${HTML}"} />\n\nAfter.`
const SHOWN = ["Before.", 'code:koi.js:1 no-koi ✖\n\n  1 │ feed({"koi"})', "After."]

describe("embedded HTML", () => {
  it("shows HTML in a string as the page shows it, on its line", () => {
    const { blocks } = parseMdx(PAGE).document

    expect(blocks.map(shown)).toEqual(SHOWN)
    expect(blocks.map(({ lines }) => lines.start)).toEqual([3, 5, 7])
    expect(parseMarkdownOrMdx(PAGE).document.blocks.map(shown)).toEqual(SHOWN)
  })

  it("shows HTML that is longer than the MDX parser accepts, and HTML on pages that are not valid MDX", () => {
    const long = PAGE.replace("</code>", `${"<b>x</b>".repeat(5_000)}</code>`)

    expect(parseMdx(long).problems).toEqual([])
    expect(parseMdx(long).document.blocks).toHaveLength(3)
    expect(parseMdx(`${PAGE}\n\n{`).document.blocks.slice(0, 3).map(shown)).toEqual(SHOWN)
  })

  it("keeps code that shows how to embed HTML", () => {
    const code = '<Fragment set:html={"<b>koi</b>"} />'

    expect(parseMdx(`\`\`\`astro\n${code}\n\`\`\``).document.blocks).toMatchObject([{ code }])
  })
})

it("shows headings in the cells of a table as text", () => {
  const row = "<tr>\n<td>\n\n###### `koi`\n\n(default)\n\n</td>\n<td>\n\nA *big* fish.\n\n</td>\n</tr>"
  const { blocks } = parseMdx(`<table>\n<tr><th>Name</th><th>Fish</th></tr>\n${row}\n</table>`).document

  expect(blocks).toMatchObject([{ header: ["Name", "Fish"], rows: [["`koi` (default)", "A *big* fish."]] }])
})
