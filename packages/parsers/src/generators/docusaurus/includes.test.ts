import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

function expanded(text: string, files: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const read = (path: string) => {
    asked.push(path)
    return files[path] === undefined ? undefined : { text: files[path] }
  }
  const page = expandIncludes({ format: "mdx", text, path: "docs/a.mdx" }, read)
  return { text: page?.text ?? text, problems: page?.problems ?? [], asked }
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

describe("components that a site registers for all pages", () => {
  const components = `import MDXComponents from "@theme-original/MDXComponents"
import Koi from '@site/docs/_koi.mdx'
import Pond from "../../docs/_pond.md"
import Badge from '@site/src/badge'
import Hidden from '@site/docs/_hidden.mdx'

export default {
  ...MDXComponents, // Hidden,
  Koi,
  Badge,
  "Other": Koi,
  Pond
}
`
  const site = {
    "src/theme/MDXComponents.js": components,
    "docs/_koi.mdx": "---\ntitle: K\n---\nKoi of {props.pond}.\n\n<Pond />",
    "docs/_pond.md": "A pond.",
    "docs/_hidden.mdx": "Hidden.",
  }
  const shown = (text: string, files: Readonly<Record<string, string>> = site) =>
    expanded(text, files)
      .text.replaceAll(/\n{3,}/g, "\n\n")
      .trim()

  it("are shown like imported ones, also in each other and under another name", () => {
    expect(shown('<Koi pond="Ueno" />\n\nText.')).toBe("Koi of Ueno.\n\nA pond.\n\nText.")
    expect(shown("  <Other></Other>")).toContain("  A pond.")
  })

  it.each([
    "src/theme/MDXComponents/index.tsx",
    "docs/src/theme/MDXComponents.jsx",
    "website/src/theme/MDXComponents.ts",
  ])("are registered in %s", (path) => {
    const files = { [path]: components, "docs/_koi.mdx": "Koi." }
    expect(shown("<Koi />", files)).toBe("Koi.")
  })

  it("stay if they are not pages, not registered, in code, or the page has its own", () => {
    for (const text of [
      "<Badge />",
      "<Hidden />",
      "<Carp />",
      "```mdx\n<Koi />\n```",
      "export const Koi = 1\n\n<Koi />",
    ])
      expect(expanded(text, site)).toMatchObject({ text, problems: [] })
    const text = 'import Koi from "./_hidden.mdx"\n\n<Koi />'
    expect(shown(text)).toBe("Hidden.")
    expect(expanded(text, site).asked).toEqual(["docs/_hidden.mdx"])
  })

  it("are not looked for on pages without such tags", () => {
    for (const text of ["Koi.", "<Tabs>\n\n<img />\n\n</Tabs>", "Koi like <Pond />.", "```mdx\n<Koi />\n```"])
      expect(expanded(text, site).asked).toEqual([])
  })

  it("are read once per name, and not in circles", () => {
    const files = { ...site, "docs/_pond.md": "<Koi />" }
    const { problems } = expanded("<Koi />\n\n<Koi />", files)

    expect(problems).toMatchObject([{ message: expect.stringContaining("it includes itself") }])
  })

  it("are found in time linear to the length of a page or module", () => {
    const usedBefore = process.cpuUsage()
    for (const part of ["<Koi ", "<Koi />\n", "Koi: ", "{ Koi", "import Koi from '", "/* ", "// "]) {
      const text = part.repeat(40_000)
      expanded(`${text}\n<Pond />`, { "src/theme/MDXComponents.js": text })
    }
    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(3_000)
  })
})
