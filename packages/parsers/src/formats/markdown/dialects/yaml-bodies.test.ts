import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { convertYamlBodies } from "./yaml-bodies.ts"

it.each(["markdown", "mdx"] as const)("shows a body in YAML as a title and a list in %s", (format) => {
  const text =
    'Koi.\n\n<PondCard>\ntitle: What you feed\nitems:\n  - title: Pellets\n    icon: bowl\n  - title: "Greens"\n    icon: leaf\n</PondCard>\n\nEnd.\n\n<PondCard>\ntitle: What you fed\nsubtitle: A summary.\ncompleted: true\nitems:\n  - title: Pellets\n    icon: bowl\n    details: >-\n      They are small.\n      Note: they swim.\n</PondCard>\n'

  expect(parseFile({ format, text, path: "a" }).document.blocks.map(shown)).toEqual([
    "Koi.",
    "**What you feed**",
    "- Pellets\n- Greens",
    "End.",
    "**What you fed** A summary.",
    "- **Pellets**\n\n  They are small. Note: they swim.",
  ])
})

it("leaves other components alone, and reads unclosed ones in time linear to their number", () => {
  const text = "<Pond>\ntitle: a sentence\n</Pond>"
  expect(convertYamlBodies(text)).toBe(text)

  const usedBefore = process.cpuUsage()
  for (const part of ["<A>\ntitle:\n", "<A>\ntitle:\nitems:\n- a:\n ", "<A>\ntitle:\n\n\n\n"])
    convertYamlBodies(part.repeat(20_000))
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
})
