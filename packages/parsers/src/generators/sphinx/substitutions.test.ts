import { describe, expect, it } from "vitest"
import { parsePage } from "../../parse-page.ts"

async function shown(text: string, conf: string): Promise<readonly string[]> {
  const page = await parsePage(
    { format: "restructured-text", text, path: "docs/guide/a.rst" },
    { read: (path) => (path === "docs/conf.py" ? { text: conf } : undefined) },
  )
  expect(page.problems).toEqual([])
  return page.document.blocks.flatMap((block) => (block.kind === "prose" ? [block.markdown] : []))
}

const CONF = `release = '2.1.0'
rst_prolog = """
.. |pond| replace:: The
   \`\`Pond\`\`
.. |br| raw:: html

   <br>
"""
rst_epilog = f"""
.. |made| replace:: {made}
"""
`

describe("substitutions of a Sphinx site", () => {
  it("are those that conf.py defines, with the version that it names", async () => {
    expect(await shown("|pond| |release|.\n\nOne |br| two.\n", CONF)).toEqual(["The `Pond` 2.1.0.", "One  two."])
  })

  it("give way to those of the page", async () => {
    expect(await shown("|pond|\n\n.. |pond| replace:: Lake\n", CONF)).toEqual(["Lake"])
  })

  it("that only a program knows keep their name, but a version is left out", async () => {
    expect(await shown("Of |made|, v\\ |version|", CONF)).toEqual(["Of made, v"])
  })

  it("are nothing that tables have", async () => {
    const table = "+----+----+\n|A   |B   |\n+====+====+\n|1   |2   |\n+----+----+\n"
    const { document } = await parsePage(
      { format: "restructured-text", text: table, path: "docs/a.rst" },
      { read: () => undefined },
    )

    expect(document.blocks).toMatchObject([{ kind: "table", header: ["A", "B"], rows: [["1", "2"]] }])
  })
})
