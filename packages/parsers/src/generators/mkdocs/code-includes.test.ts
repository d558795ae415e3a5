import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const POND = `package pond;

public class PondTest {

    public void feed() {
        // feeding {
        if (hungry) {
            koi.eat();
        }
        // }
    }

    // note on feeding

    public void rest() { koi.sleep(); }

    public void clean() {
        net.scoop();
        // START
        net.rinse();
        // STOP
    }
}
`

function expanded(text: string, path = "docs/guide/a.md") {
  const files: Readonly<Record<string, string>> = { "src/PondTest.java": POND, "docs/run.sh": "swim\n" }
  const page = expandIncludes({ format: "markdown", text, path }, (wanted) => {
    const found = files[wanted]
    return found === undefined ? undefined : { text: found }
  })
  return { text: page?.text ?? text, problems: page?.problems.map(({ message }) => message) ?? [] }
}

const included = (link: string) => `<!--codeinclude-->\n${link}\n<!--/codeinclude-->`
const JAVA = "../../src/PondTest.java"

describe("codeinclude", () => {
  it.each([
    ["inside_block:feeding", "if (hungry) {\n    koi.eat();\n}"],
    ["inside_block:clean", "net.scoop();\n// START\nnet.rinse();\n// STOP"],
    ["block:clean", "public void clean() {\n    net.scoop();\n    // START\n    net.rinse();\n    // STOP\n}"],
    ["block:rest", "public void rest() { koi.sleep(); }"],
    ["lines:7-9,15", "    if (hungry) {\n        koi.eat();\n    }\n\n⋯\n\npublic void rest() { koi.sleep(); }"],
    ["lines:1-2,4-5", "package pond;\n\n⋯\n\n    public void feed() {"],
    ["lines:9,7-8,8-9", "if (hungry) {\n    koi.eat();\n}"],
    ["from_token:START to_token:STOP", "// START\nnet.rinse();\n// STOP"],
  ])("shows the code that %s selects, below its title", (selector, code) => {
    const { text, problems } = expanded(`Feed:\n${included(`[The pond](${JAVA}) ${selector}`)}\nEnd.`)

    expect(text).toBe(`Feed:\n\n\`\`\`java title="The pond"\n${code}\n\`\`\`\n\nEnd.`)
    expect(problems).toEqual([])
  })

  it("shows whole files of several links, with the selector on the line after its link, and paths from the site's folder", () => {
    const { text, problems } = expanded(
      `<!--codeinclude--> \n[Run \`it\`](run.sh)\n\n[](${JAVA})\nlines:8\n<!--/codeinclude-->`,
    )

    expect(text).toBe('\n```bash title="Run it"\nswim\n```\n\n```java\nkoi.eat();\n```\n')
    expect(problems).toEqual([])
  })

  it("reads comments on the line of their link, at its indentation", () => {
    const { text } = expanded(`- x\n\n    <!--codeinclude-->[Eat](${JAVA}) lines:8<!--/codeinclude-->`)

    expect(text).toBe('- x\n\n\n    ```java title="Eat"\n    koi.eat();\n    ```\n')
  })

  it.each([
    ["[Eat](gone.java)", "inside_block:feed", "gone.java could not be included: the file does not exist"],
    [`[Eat](${JAVA})`, "block:fly", `${JAVA} could not be included: the file has no block:fly`],
    [`[Eat](${JAVA})`, "lines:90-99", `${JAVA} could not be included: the file has no lines:90-99`],
    [`[Eat](${JAVA})`, "from_token:FLY", `${JAVA} could not be included: the file has no from_token:FLY`],
  ])("keeps the title and link of what is missing: %s %s", (link, selector, problem) => {
    const { text, problems } = expanded(included(`${link} ${selector}`))

    expect(text).toBe(`\n${link}\n`)
    expect(problems).toEqual([problem])
  })

  it.each([
    ["in fences", `\`\`\`md\n${included(`[Eat](${JAVA}) lines:8`)}\n\`\`\``],
    ["without an end", `<!--codeinclude-->\n[Eat](${JAVA}) lines:8\n\nText.`],
    ["in a sentence", `Write \`<!--codeinclude-->\` and \`<!--/codeinclude-->\`.`],
  ])("leaves comments %s as they are", (_, text) => {
    expect(expanded(text)).toEqual({ text, problems: [] })
  })

  it("keeps text after an include", () => {
    expect(expanded(`<!--codeinclude-->[Eat](${JAVA}) lines:8<!--/codeinclude--> It eats.`).text).toContain(
      "```\n\nIt eats.",
    )
  })

  it("keeps other lines of an include, and links to other sites without their selector", () => {
    const { text, problems } = expanded(included(`See the pond.\n[Eat](https://example.org/a.java) lines:8`))

    expect(text).toBe("\nSee the pond.\n[Eat](https://example.org/a.java)\n")
    expect(problems).toEqual([])
  })

  it("reads long includes in time linear to their length", () => {
    const usedBefore = process.cpuUsage()
    for (const part of ["<!--codeinclude-->\n", "[a](b) ", "[a](b) lines:1-9999999,", "[a](b) block:x block:"])
      expanded(`<!--codeinclude-->\n${part.repeat(20_000)}`)
    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
  })
})
