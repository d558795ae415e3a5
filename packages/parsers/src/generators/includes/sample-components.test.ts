import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "examples/pond/src/main.rs": "use koi;\n\n// <feed>\n    feed();\n// </feed>\n\n// <clean>\nclean();\n// </clean>\n",
  "examples/pond/src/state.rs": "// <setup>\nlet pond = 1;\n// </setup>\n",
  "docs/samples/koi.py": "# [START koi]\nkoi = 1\n# [END koi]\nprint(koi)\n",
}

const expand = (text: string) =>
  expandIncludes({ format: "mdx", text, path: "docs/guide/care.md" }, (path) => {
    const found = FILES[path]
    return found === undefined ? undefined : { text: found }
  })

it.each([
  ['<CodeBlock example="pond" section="feed" />', "```rust\nfeed();\n```"],
  ['<CodeBlock example="pond" file="state.rs" section="setup" />', "```rust\nlet pond = 1;\n```"],
  ['<Sample path="koi.py" region="koi" />', "```python\nkoi = 1\n```"],
  ['<Sample file="koi.py" language="py" />', "```py\nkoi = 1\nprint(koi)\n```"],
])("puts in the file that a site's own component names: %s", (component, code) => {
  expect(expand(`Koi:\n\n${component}\n`)).toMatchObject({ text: `Koi:\n\n${code}\n`, problems: [] })
})

it.each([
  '<CodeBlock example="pond" section="sell" />',
  '<CodeBlock example="lake" section="feed" />',
  '<Image src="koi.png" />',
  'See <CodeBlock example="pond" section="feed" />.',
  "<CodeBlock example={pond} />",
])("leaves other components as they are: %s", (component) => {
  expect(expand(component)?.text ?? component).toBe(component)
})

it("reads long components in time linear to their length", () => {
  const usedBefore = process.cpuUsage()
  for (const part of [' file="a', ' file="a.ts"', " file=", "<A "]) expand(`<A file="a.ts" ${part.repeat(25_000)}`)
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
})
