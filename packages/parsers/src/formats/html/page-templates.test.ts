import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseHtml } from "./parse-html.ts"

const blocksOf = (html: string) => parseHtml(html).document.blocks
const TEXT = "<h2>Feeding</h2>\n<p>Koi eat pellets of version {{version}} twice a day, and less in winter.</p>"
const page = (type: string, content: string, around = "") =>
  `<html><body>\n<script><!--#include virtual="js/data.js" --></script>\n<script id="content" type="${type}">\n${content}\n</script>\n<div class="p-content"></div>${around}</body></html>`

it.each(["text/x-handlebars-template", "text/template", "text/x-template", "text/html"])(
  "reads a page whose text is in a script of type %s",
  (type) => {
    const blocks = blocksOf(page(type, TEXT))

    expect(blocks.map(shown)).toEqual([
      "## Feeding",
      "Koi eat pellets of version {{version}} twice a day, and less in winter.",
    ])
    expect(blocks[1]?.lines.start).toBe(5)
  },
)

it("leaves out calls and comments of the template", () => {
  const html = page("text/x-handlebars-template", `{{!-- for\nlater --}}{{> menu}}{{#if koi}}\n${TEXT}\n{{/if}}`)

  expect(blocksOf(html).map(shown)).toEqual([
    "## Feeding",
    "Koi eat pellets of version {{version}} twice a day, and less in winter.",
  ])
})

it("leaves out templates of single elements, and other scripts", () => {
  const content =
    "<p>Otters sleep on their backs and hold each other's paws so that they do not drift apart in the night.</p>"

  expect(blocksOf(page("text/template", "<li>{{hit}}</li>", content)).map(shown)).toEqual([
    "Otters sleep on their backs and hold each other's paws so that they do not drift apart in the night.",
  ])
  expect(blocksOf(page("text/babel", TEXT))).toEqual([])
})

it("reads an unfinished script in time linear to its length", () => {
  expect(blocksOf(`<p>Koi</p>${'<script type="text/template">'.repeat(20_000)}`).map(shown)).toEqual(["Koi"])
})
