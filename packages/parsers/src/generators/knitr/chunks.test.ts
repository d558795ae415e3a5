import { expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"

const FILES: Readonly<Record<string, string>> = { "v/part.Rmd": "---\ntitle: Part\n---\n\n```{r}\nkoi()\n```\n" }

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

it("changes only pages of knitr and Quarto", () => {
  expect(expanded("```{r}\na()\n```", "v/a.qmd")).toBe("```r\na()\n```")
  expect(expanded("```{r}\na()\n```", "v/a.md")).toBeUndefined()
})
