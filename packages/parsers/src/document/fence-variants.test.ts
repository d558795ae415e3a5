import { expect, it } from "vitest"
import { shown } from "./shown-block.testing.ts"
import { parseFile } from "../parse-file.ts"
import { titleVariants } from "./fence-variants.ts"

it("titles neighbours in the same language with the word by which they differ", () => {
  expect(titleVariants(["js", "python async", "python sync"])).toEqual([
    "js",
    'python title="async"',
    'python title="sync"',
  ])
  expect(titleVariants(['yml js title="a.yml"', "yml java"])).toEqual([
    'yml title="a.yml (js)" title="a.yml"',
    'yml title="java"',
  ])
})

it("does not repeat a variant that the title already says", () => {
  expect(titleVariants(["bash macOS", 'bash windows title="Windows 11"', 'bash linux title="Pond"'])).toEqual([
    'bash title="macOS"',
    'bash title="Windows 11" title="Windows 11"',
    'bash title="Pond (linux)" title="Pond"',
  ])
})

it("leaves fences that do not differ and options of the site alone", () => {
  const infos = ["python async", "js", "ts twoslash", "ts copy", "bash js", "bash js"]

  expect(titleVariants(infos)).toEqual(infos)
})

it.each(["markdown", "mdx"] as const)("titles variants in %s, also in lists", (format) => {
  const fences = "```python async\nawait koi()\n```\n\n```python sync\nkoi()\n```\n"
  const text = `${fences}\nText.\n\n\`\`\`python sync\ntench()\n\`\`\`\n\n- Item\n\n${fences.replace(/^(?=.)/gm, "  ")}`
  const { blocks } = parseFile({ format, text, path: "a" }).document

  expect(blocks.map((block) => (block.kind === "code" ? `${block.title}: ${block.code}` : shown(block)))).toEqual([
    "async: await koi()",
    "sync: koi()",
    "Text.",
    "undefined: tench()",
    "- Item",
    "async: await koi()",
    "sync: koi()",
  ])
})
