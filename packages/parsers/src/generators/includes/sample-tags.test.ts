import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/v2/manifests/ponds/koi.yaml": "fish: koi\n",
  "**/ponds/feed.ts": "feed()\n",
}

const expand = (text: string) =>
  expandIncludes({ format: "markdown", text, path: "docs/v2/guide/care.md" }, (path) => {
    const found = FILES[path]
    return found === undefined ? undefined : { text: found }
  })

it.each([
  ['{{< manifest path="ponds/koi.yaml" label="koi" >}}', '```yaml title="koi.yaml"\nfish: koi\n```'],
  ['{{% show label="koi" file="ponds/koi.yaml" %}}', '```yaml title="koi.yaml"\nfish: koi\n```'],
  ['{% playground "ponds/" "feed.ts" %}', '```ts title="feed.ts"\nfeed()\n```'],
  ['{% code "ponds/feed.ts", true %}', '```ts title="feed.ts"\nfeed()\n```'],
])("puts in the file that a site's own tag names: %s", (tag, code) => {
  expect(expand(`Koi:\n\n${tag}\n`)).toMatchObject({ text: `Koi:\n\n${code}\n`, problems: [] })
})

it.each([
  '{{< manifest path="ponds/carp.yaml" >}}',
  'See {% playground "ponds/feed.ts" %}.',
  '{% link "ponds/feed.ts" %}',
  '{{< figure src="koi.png" >}}',
])("leaves other tags as they are: %s", (tag) => {
  expect(expand(tag)?.text ?? tag).toBe(tag)
})

it("reads long tags in time linear to their length", () => {
  const usedBefore = process.cpuUsage()
  for (const part of [" path=", ' path="a.ts', ' "a/"', "{% a "]) {
    expand(`{{< a ${part.repeat(25_000)}`)
    expand(`{% a ${part.repeat(25_000)}`)
  }
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
})
