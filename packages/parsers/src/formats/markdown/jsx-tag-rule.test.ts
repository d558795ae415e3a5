import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseFile } from "../../parse-file.ts"

const read = (text: string) => parseFile({ format: "markdown", text, path: "a.md" }).document.blocks.map(shown)

it("reads the tags of components on several lines like those on one line", () => {
  const inOneLine = '<Cards>\n<Card title="Koi" href="/koi">\nKoi eat pellets.\n</Card>\n</Cards>\n\nDone.\n'
  const inSeveral =
    '<Cards>\n<Card\n  title="Koi"\n  href="/koi"\n>\nKoi eat pellets.\n</Card>\n<Card\n  title="Carp"\n/>\n</Cards>\n\nDone.\n'

  expect(read(inOneLine)).toEqual(["**Koi**", "Koi eat pellets.", "Done."])
  expect(read(inSeveral)).toEqual(["**Koi**", "Koi eat pellets.", "**Carp**", "Done."])
})

it("reads unclosed tags in time linear to their number", () => {
  const began = performance.now()
  read("<Card\n  title=1\n".repeat(30_000))
  expect(performance.now() - began).toBeLessThan(10_000)
})
