import { expect, it } from "vitest"
import { shown } from "../../../document/shown-block.testing.ts"
import { makeSiteTitles } from "../../../generators/make-site-titles.ts"
import { readSitePage } from "../../../generators/read-site-page.ts"
import { parseFile } from "../../../parse-file.ts"

const POND = "# Pond guide {#pond_guide}\n\n## Filling the pond {#pond_fill}\n\nSee @ref koi_guide and @ref Koi.\n"
const titles = makeSiteTitles([readSitePage("markdown", POND, "docs/pond.md")])
const read = (text: string) => parseFile({ format: "markdown", text, path: "docs/koi.md" }, titles).document.blocks
const shownOf = (text: string) => read(text).map(shown)
/** Shows that a page is one of Doxygen. */
const SURE = "\n\n@anchor end\n"

it("shows the title of the section in references of Doxygen, and names of symbols as code", () => {
  expect(
    shownOf(
      "The @ref KoiHandle is created with @ref\nkoiCreate, as the\n@ref pond_fill section says (\\ref pond_guide).\n",
    ),
  ).toEqual(["The `KoiHandle` is created with `koiCreate`, as the Filling the pond section says (Pond guide)."])
  expect(shownOf('@subpage pond_fill "How to fill it", @ref Koi::feed().')).toEqual(["How to fill it, `Koi::feed()`."])
})

it.each([
  ["@section feed Feeding the koi", "## Feeding the koi"],
  ["@subsection winter In winter", "### In winter"],
  ["@mainpage The koi manual", "# The koi manual"],
  ["@note Koi sleep.", "**Note:** Koi sleep."],
  ["@sa @ref pond_fill", "**See also:** Filling the pond"],
  ["@anchor KOI_hint\n__KOI__ sets the colour.", "**KOI** sets the colour."],
  ["@par Thread safety\nCall it from the main thread.", "**Thread safety:** Call it from the main thread."],
  ["@brief Feeds the @b koi with @c pellets @n", "Feeds the **koi** with `pellets`"],
  ["@code{.c}\nkoi_feed(@ref);\n@endcode", "code:koi_feed(@ref);"],
  ["@tableofcontents\n\nText", "Text"],
])("reads %s", (text, expected) => {
  expect(shownOf(text + SURE).map((each) => each.replaceAll("__KOI__", "**KOI**"))).toEqual([expected])
})

it("keeps lines", () => {
  expect(read(`@tableofcontents\n@code\na\n@endcode\n\nText${SURE}`).map(({ lines }) => lines.start)).toEqual([2, 6])
})

it.each([
  ["The `@ref Koi` and `@ref Carp` commands.", "The `@ref Koi` and `@ref Carp` commands."],
  ["Use the @ref attribute of a template.", "Use the @ref attribute of a template."],
  ["```c\n@code\n@ref a @ref b\n@endnothing\n```", "code:@code\n@ref a @ref b\n@endnothing"],
  ["Mark it with\n@see and @deprecated.", "Mark it with @see and @deprecated."],
])("leaves other texts as they are: %s", (text, expected) => {
  expect(shownOf(text)).toEqual([expected])
})

it("reads hostile commands in time linear to their number", () => {
  const began = performance.now()
  for (const text of ["@ref ", "@ref a ", '@ref a "', "@anchor a ", "@code\n", "\\ref\n\n", "` @ref a"])
    read(text.repeat(20_000))
  expect(performance.now() - began).toBeLessThan(10_000)
})
