import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "docs/_config.yml": "version: 4.4\nowner:\n  name: Otter\n",
  "docs/_data/fish.yml":
    'all:\n  - name: koi\n    text: >-\n      Big and\n      old.\n    since: "2.0"\n  - name: tench\n    text: Small.\n',
  "docs/_data/sizes/pond.json": '{ "deep": 3 }',
}

const COMPARISONS =
  '{% for fish in site.data.fish.all %}\n{% if fish.name == "koi" %}koi{% elsif fish.name != "carp" %}({{ fish.name }}){% endif %}\n{% endfor %}'

function filled(text: string, path = "docs/guide/a.md"): string {
  const read = (wanted: string) => (FILES[wanted] === undefined ? undefined : { text: FILES[wanted] })
  return expandIncludes({ format: "markdown", text, path }, read)?.text ?? text
}

describe("templates of a Jekyll page", () => {
  it("show loops over data files", () => {
    const loop =
      "{%- for fish in site.data.fish.all %}\n<tr><td>{{ fish.name | upcase }}</td>\n{%- if fish.since -%}<td>{{ fish.since }}</td>{% else %}<td>old</td>{% endif %}\n<td>{{ fish.text }}</td></tr>\n{%- endfor -%}"

    expect(filled(`<table>\n${loop}\n</table>`)).toBe(
      "<table>\n<tr><td>KOI</td>\n<td>2.0</td>\n<td>Big and old.</td></tr>\n<tr><td>TENCH</td>\n<td>old</td>\n<td>Small.</td></tr>\n</table>",
    )
  })

  it.each([
    ["values of the site", "{{ site.version }} by {{ site.owner.name | escape }}", "4.4 by Otter"],
    [
      "values with filters",
      '{{ site.version | append: "-x" | replace: ".", "|" }} {{site.owner.name|upcase}} {{ site.owner.name | xml_escape }}',
      "4|4-x OTTER Otter",
    ],
    ["values in code", "```sh\ncd {{ site.data.sizes.pond.deep}}\n```", "```sh\ncd 3\n```"],
    ["values that the source lacks", "{{ site.time }} {{ page.title }}", "{{ site.time }} {{ page.title }}"],
    ["nothing for a loop without data", "A\n{% for post in site.posts %}\n{{ post.title }}\n{% endfor %}\nB", "A\n\nB"],
    [
      "text between raw tags as it is",
      "<code>{% raw %}{{ site.version }}{% endraw %}</code> {{ site.version }}",
      "<code>{{ site.version }}</code> 4.4",
    ],
    [
      "code with a loop as it is",
      "```liquid\n{% for fish in site.data.fish.all %}\n{% endfor %}\n```",
      "```liquid\n{% for fish in site.data.fish.all %}\n{% endfor %}\n```",
    ],
    [
      "a loop without its end as it is",
      "{% for fish in site.data.fish.all %}\nA",
      "{% for fish in site.data.fish.all %}\nA",
    ],
    ["conditions on values", COMPARISONS, "koi\n(tench)"],
  ])("show %s", (_, text, shown) => {
    expect(filled(text)).toBe(shown)
  })

  it("are unchanged outside of a Jekyll site", () => {
    expect(filled("{{ site.version }}", "readme.md")).toBe("{{ site.version }}")
  })
})
