import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const APP = "import a\n\n# --8<-- [start:run]\ndef run():\n    pass\n# --8<-- [end:run]\n"

it.each([
  [
    "a list of extensions",
    'markdown_extensions:\n  - toc\n  - pymdownx.snippets:\n      base_path: [".", "site/code/"]\n',
  ],
  ["a mapping", "markdown_extensions:\n  pymdownx.snippets:\n    base_path: site/code\n"],
  [
    "a list with a tag",
    "markdown_extensions:\n  pymdownx.snippets:\n    base_path: [!relative $docs_dir, site/code]\n",
  ],
])("finds snippets in the folders that MkDocs sets in %s", (_, config) => {
  const files: Readonly<Record<string, string>> = { "mkdocs.yml": config, "site/code/py/app.py": APP }
  const page = { format: "markdown", text: '```python\n--8<-- "py/app.py:run"\n```', path: "site/pages/a.md" } as const

  const expanded = expandIncludes(page, (path) => (files[path] === undefined ? undefined : { text: files[path] }))

  expect(expanded?.text).toBe("```python\ndef run():\n    pass\n```")
  expect(expanded?.problems).toEqual([])
})
