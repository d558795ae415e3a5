import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "a.md" }).document.blocks.map(shown)

it("leaves out the columns that GitBook hides, and names of icons", () => {
  const head =
    "<th>Fish</th><th></th><th data-hidden data-card-target data-type='content-ref'></th><th data-hidden data-card-cover>Cover</th>"
  const row = `<td><h4><i class="fa-fish">:fish:</i></h4></td><td>Koi</td><td><a href="koi.md">koi.md</a></td><td>koi.png</td>`

  expect(
    read(`<table data-view="cards"><thead><tr>${head}</tr></thead><tbody><tr>${row}</tr></tbody></table>\n`),
  ).toEqual(["table:Fish |  /  | Koi"])
})

it("leaves out the names of icons in text", () => {
  expect(read('<i class="fa-fish">:fish:</i> Feed koi.\n')).toEqual(["Feed koi."])
  expect(read("<p>Feed <i>big</i> koi.</p>\n")).toEqual(["Feed big koi."])
})
