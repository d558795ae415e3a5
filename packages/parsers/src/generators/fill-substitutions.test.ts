import { describe, expect, it } from "vitest"
import { expandIncludes } from "./expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/docset.yml": 'subs:\n  ls: "Otterstash"\n  long: "a\\nb"\n  version: 9\n  list: [1]\n',
  "book/_config.yml": "parse:\n  myst_substitutions:\n    river: Thames\n",
  "broken/docset.yml": "subs: [",
}

function filled(path: string, text: string): string {
  return (
    expandIncludes({ format: "markdown", text, path }, (wanted) => {
      const found = FILES[wanted]
      return found === undefined ? undefined : { text: found }
    })?.text ?? text
  )
}

describe("values of a site in its pages", () => {
  it.each([
    ["docs/a/b.md", "{{ls}} {{ version }} {{long}} {{list}} {{gone}}", "Otterstash 9 a b {{list}} {{gone}}"],
    ["docs/b.md", "`{{ls}}` {{ls}}\n\n```yaml\nx: {{ls}}\n```", "`{{ls}}` Otterstash\n\n```yaml\nx: {{ls}}\n```"],
    ["docs/b.md", "---\nsub:\n  ls: own\n---\n{{ls}}", "---\nsub:\n  ls: own\n---\nown"],
    ["book/a.md", "On the {{ river }}.", "On the Thames."],
    ["docs/b.md", "# Dig [dig-deep]\n\nSee [x].", "# Dig {#dig-deep}\n\nSee [x]."],
    ["book/a.md", "# Dig [optional]", "# Dig [optional]"],
    ["broken/a.md", "# Dig [x]\n{{ls}}", "# Dig {#x}\n{{ls}}"],
    ["a.md", "{{ user.name }}", "{{ user.name }}"],
  ])("are put in where they are defined: %s %s", (path, text, shown) => {
    expect(filled(path, text)).toBe(shown)
  })
})
