import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = {
  "v/part.Rmd": "---\ntitle: Part\n---\n\n```{r}\nkoi()\n```\n",
  "v/_fish.qmd": "Of {{< meta pond.name >}}.\n",
  "_variables.yml": "depth: 3\n",
}

function expanded(text: string, path = "v/a.Rmd") {
  const page = expandIncludes({ format: "markdown", text, path }, (file) => {
    const found = FILES[file]
    return found === undefined ? undefined : { text: found }
  })
  return page?.text
}

it.each([
  ["the language of a chunk", "```{r feed, eval = FALSE, out.width='50%'}\nfeed()\n```", "```r\nfeed()\n```"],
  ["no options of Quarto", "```{python}\n#| label: koi\n\nfeed()\n```", "```python\n\nfeed()\n```"],
  ["no chunk that is not included", "A\n\n```{r setup, include=FALSE}\nlibrary(koi)\n```\n\nB", "A\n\n\n\nB"],
  ["no chunk without echo", "```{r}\n#| echo: false\nplot()\n```\nB", "\nB"],
  [
    "only chunks that are asked for",
    "```{r, include = FALSE}\nopts_chunk$set(echo = FALSE)\n```\n```{r}\na()\n```\n```{r, echo=TRUE}\nb()\n```",
    "\n\n```r\nb()\n```",
  ],
  ["a child document", '```{r child = "part.Rmd"}\n```', "\n```r\nkoi()\n```"],
  ["values as such", '`r lifecycle::badge("old")` has `r nrow(koi)` koi and `r`.', "[old] has … koi and `r`."],
  ["other fences as they are", "````md\n```{r}\n`r x()`\n```\n````", "````md\n```{r}\n`r x()`\n```\n````"],
])("shows %s", (_, text, result) => {
  expect(expanded(text)).toBe(result)
})

it.each([
  [
    "a part with values of the page",
    "---\npond:\n  name: Koi\n---\n{{< include _fish.qmd >}}",
    "---\npond:\n  name: Koi\n---\nOf Koi.",
  ],
  [
    "variables and keys",
    "{{< var depth >}} m, {{< kbd Ctrl+F >}}, {{< var none >}}",
    "3 m, `Ctrl+F`, {{< var none >}}",
  ],
  [
    "the heading of a callout as its title",
    '::: callout-tip\n\n## Feed "koi"\n\nText\n:::',
    "::: {.callout-tip title=\"Feed 'koi'\"}\n\nText\n:::",
  ],
  ["no attributes of images", '![Koi](koi.png){fig-alt="A koi" width=2} and [a](b){.c}', "![Koi](koi.png) and [a](b)"],
  ["how a chunk is written", "````md\n```{{r}}\n```\n````", "````md\n```{r}\n```\n````"],
  [
    "grid tables",
    "+----+-----+\n| A  | B   |\n+:===+:===:+\n| a1 | b\\|1|\n|    | b2  |\n+----+-----+\nEnd",
    "\n| A | B |\n| --- | --- |\n| a1 | b\\|1 b2 |\n\nEnd",
  ],
])("shows %s", (_, text, result) => {
  expect(expanded(text, "v/a.qmd")).toBe(result)
})

it("changes only pages of knitr and Quarto", () => {
  expect(expanded("```{r}\na()\n```", "v/a.qmd")).toBe("```r\na()\n```")
  expect(expanded("```{r}\na()\n```", "v/a.md")).toBeUndefined()
})
