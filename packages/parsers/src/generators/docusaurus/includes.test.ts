import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

function expanded(text: string, files: Readonly<Record<string, string>>) {
  const read = (path: string) => (files[path] === undefined ? undefined : { text: files[path] })
  const page = expandIncludes({ format: "mdx", text, path: "docs/a.mdx" }, read)
  return { text: page?.text ?? text, problems: page?.problems ?? [] }
}

describe("partial pages that an alias leads to", () => {
  it("are found by the folder of that name, or below it", () => {
    const text = 'import Setup from "@mdx/start/Setup.mdx"\nimport Other from "~parts/x.md"\n\n<Setup />\n\n<Other />'

    const { text: made, problems } = expanded(text, {
      "**/mdx/start/Setup.mdx": "Set it up.",
      "**/x.md": "Other text.",
    })

    expect(made).toContain("Set it up.")
    expect(made).toContain("Other text.")
    expect(problems).toEqual([])
  })

  it("are found in the folder of the site when the path starts with a slash", () => {
    const text = 'import Notice from "/docs/_notice.mdx"\n\n<Notice />'

    expect(expanded(text, { "docs/_notice.mdx": "In progress." })).toMatchObject({
      text: expect.stringContaining("In progress."),
      problems: [],
    })
  })

  it("are left as they are when the file is in a package", () => {
    const text = 'import Props from "@pond/api/props.md"\n\n<Props />'

    expect(expanded(text, {})).toMatchObject({ text, problems: [] })
  })
})
