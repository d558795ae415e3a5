import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const folder = fileURLToPath(new URL("../", import.meta.url))

it("runs the example of the README: bytes of a Markdown page become a document", () => {
  const example = /```js\n([^]*?)```/.exec(readFileSync(`${folder}README.md`, "utf8"))?.[1] ?? ""
  const options = ["--conditions=lectern-source", "--import", "tsx", "--input-type=module", "--eval", example]

  const output = execFileSync(process.execPath, options, { cwd: folder, encoding: "utf8" })

  expect(JSON.parse(output)).toMatchObject({
    title: "Otters",
    blocks: [
      { kind: "heading", level: 1, text: "Otters", lines: { start: 1, end: 1 } },
      { kind: "prose", markdown: "Otters hold paws.", lines: { start: 3, end: 3 } },
    ],
  })
}, 30_000)
