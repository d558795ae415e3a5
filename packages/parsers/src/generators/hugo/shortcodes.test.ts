import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

function shown(text: string, files: Readonly<Record<string, string>>): string {
  const read = (path: string) => (files[path] === undefined ? undefined : { text: files[path] })
  return expandIncludes({ format: "markdown", text, path: "site/content/en/tank.md" }, read)?.text ?? text
}

it.each([
  ["of Markdown", "site/layouts/shortcodes/docs/alts.md", "# Pumps\n\nThey hum.\n"],
  ["of HTML", "layouts/_shortcodes/docs/alts.html", "{{/* Note. */ -}}\n# Pumps\n\nThey hum."],
])("puts in the text of a shortcode whose template is nothing but text %s", (_, path, template) => {
  expect(shown("A.\n\n{{% docs/alts %}}\n\nB.", { [path]: template })).toBe("A.\n\n# Pumps\n\nThey hum.\n\nB.")
})

it("puts it into a sentence when it is one paragraph", () => {
  const files = { "layouts/_shortcodes/note.html": "See the\nmanual.", "layouts/_shortcodes/long.md": "a\n\nb" }

  expect(shown("- Tanks. {{% note %}} {{< long >}}", files)).toBe("- Tanks. See the manual. {{< long >}}")
})

it("puts in the file that a template shows", () => {
  const files = {
    "layouts/shortcodes/why.html": '{{ readFile "includes/why.md" | markdownify }}',
    "includes/why.md": "Koi.",
  }

  expect(shown("{{< why >}}", files)).toBe("Koi.")
})

it("leaves templates that compute, shortcodes with a body or arguments, and code alone", () => {
  const files = { "layouts/shortcodes/sum.html": "{{ add 1 2 }}", "layouts/shortcodes/note.md": "Koi." }
  const text = "{{< sum >}} {{< note 1 >}} {{% /note %}}\n\n```\n{{< note >}}\n```\n\n{{< unknown >}}"

  expect(shown(text, files)).toBe(text)
})
