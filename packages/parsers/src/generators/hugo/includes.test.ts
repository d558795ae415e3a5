import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/shared/food/feed.md": "---\nheadless: true\n---\nFeed slowly.\n",
}

const expand = (text: string) =>
  expandIncludes({ format: "markdown", text, path: "docs/koi/guide/care.md" }, (path) => {
    const found = FILES[path]
    return found === undefined ? undefined : { text: found }
  })

it.each([
  '{{< docs/shared lookup="food/feed.md" source="pond" version="latest" >}}',
  '{{< docs/shared source="pond" lookup="food/feed.md" version="<POND_VERSION>">}}',
])("puts in a page that projects share: %s", (call) => {
  expect(expand(`- Koi\n\n  ${call}`)).toMatchObject({ text: "- Koi\n\n  Feed slowly.", problems: [] })
})

it("reports a shared page of another project", () => {
  expect(expand('{{< docs/shared source="lake" lookup="dive.md" >}}')?.problems).toEqual([
    { message: "dive.md could not be included: the file does not exist", line: 1 },
  ])
})

it("reads long calls in time linear to their length", () => {
  const usedBefore = process.cpuUsage()
  for (const part of [" lookup=", ' lookup="a', "{{< docs/shared "]) expand(`{{< docs/shared ${part.repeat(25_000)}`)
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
})
