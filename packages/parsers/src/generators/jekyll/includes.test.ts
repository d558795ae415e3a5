import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/_includes/note.html":
    '<div class="{{ include.type }}">{% if include.title %}<b>{{ include.title | upcase }}</b>{% endif %} {{ include.content }}</div>',
  "docs/_includes/markdown.html":
    "{% capture markdown %}{% include {{include.path}} %}{% endcapture %}{{ markdown | markdownify }}",
  "docs/_includes/_markdown/install.md": "Run it:\n\n{% include step.md %}",
  "docs/_includes/step.md": "First step.",
  "docs/_includes/again.md": "{% include again.md %}",
  "docs/_includes/menu.html": "<nav>Menu</nav>",
  "docs/_includes/loop.html": "{% include loop.html a='b' %}",
  "docs/_includes/long.html": "{{ include.a }} ".repeat(200),
}

function expanded(text: string) {
  const read = (path: string) => (FILES[path] === undefined ? undefined : { text: FILES[path] })
  const page = expandIncludes({ format: "markdown", text, path: "docs/guide/a.md" }, read)
  return { text: page?.text ?? text, problems: page?.problems.map(({ message }) => message) ?? [] }
}

it.each([
  [
    "a file with parameters",
    '{% include note.html type="tip" content="Koi swim." %}',
    '<div class="tip"> Koi swim.</div>',
  ],
  [
    "conditions and filters",
    "{%- include note.html title='Big' content='Koi swim.' -%}",
    '<div class=""><b>BIG</b> Koi swim.</div>',
  ],
  ["a page", "{% include _markdown/install.md %}", "Run it:\n\nFirst step."],
  [
    "a page that another file includes",
    '{% include markdown.html path="_markdown/install.md" %}',
    "\nRun it:\n\nFirst step.\n",
  ],
])("puts in %s", (_, text, result) => {
  expect(expanded(text)).toEqual({ text: result, problems: [] })
})

it("leaves out layouts, and what would be too long", () => {
  expect(expanded("{% include menu.html %}").text).toBe("{% include menu.html %}")
  expect(expanded(`{% include long.html a="${"x".repeat(400)}" %}`).text).toBe("")
  expect(expanded("{% include loop.html a='b' %}")).toEqual({ text: "", problems: [] })
  expect(expanded("{% include again.md %}").problems).toEqual(["again.md could not be included: it includes itself"])
})
