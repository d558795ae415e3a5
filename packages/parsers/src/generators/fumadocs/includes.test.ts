import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/part.mdx":
    '---\ntitle: Part\n---\nPart one.\n\n<section id="more">\n\nMore of it.\n\n<include>deep/a.md</include>\n\n</section>\n\nEnd.\n',
  "docs/deep/a.md": "Deep.\n\n<include>../part.mdx</include>\n",
  "docs/pond.ts": "// #region dig\nexport const dig = 1\n// #endregion dig\nexport const fill = 2\n",
  "examples/lake.tsx": "export const lake = 3\n",
}

function expand(page: string) {
  const made = expandIncludes({ format: "mdx", text: page, path: "docs/page.mdx" }, (path) => {
    const text = FILES[path]
    return text === undefined ? undefined : { text }
  })
  return {
    text: made?.text.replaceAll(/\n{3,}/g, "\n\n").trim() ?? page,
    problems: made?.problems.map(({ message }) => message),
  }
}

describe("expandIncludeTags", () => {
  it("puts in pages without their front matter, level by level, and refuses what leads back", () => {
    const { text, problems } = expand("Before.\n\n<include>./part.mdx</include>\n\nAfter.")

    expect(text).toMatch(/^Before\.\n\nPart one\.[^]*More of it\.\n\nDeep\.[^]*End\.\n\nAfter\.$/)
    expect(problems).toEqual(["../part.mdx could not be included: it includes itself"])
  })

  it.each([
    ["a section of a page", "<include>part.mdx#more</include>", "More of it."],
    ["code", "<include>./pond.ts</include>", "```ts\nexport const dig = 1\nexport const fill = 2\n```"],
    ["a region of code", '<include lang="tsx">./pond.ts#dig</include>', "```tsx\nexport const dig = 1\n```"],
    [
      "code of the project",
      '- x\n\n  <include cwd meta=\'tab="Next" title="app/lake.tsx"\'>\n    examples/lake.tsx\n  </include>',
      '```tsx title="app/lake.tsx"\n  export const lake = 3',
    ],
  ])("puts in %s", (_, page, shown) => {
    expect(expand(page).text).toContain(shown)
  })

  it.each([
    "<include>./gone.mdx</include>",
    "<include>../../outside.md</include>",
    "<include>https://example.org/a.md</include>",
    "```mdx\n<include>./part.mdx</include>\n```",
    "<include>\n./part.mdx",
    "Write `<include>` like this: <include>./part.mdx</include>",
  ])("leaves what it cannot put in as it stands: %s", (page) => {
    expect(expand(page).text).toBe(page)
  })
})
