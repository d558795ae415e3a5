import fc from "fast-check"
import { expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseRDocumentation } from "./parse-r-documentation.ts"

const blocks = (text: string) => parseRDocumentation(text).document.blocks.map(shown)
const page = (text: string) => blocks(`\\name{koi}\n\\title{Feed koi}\n${text}`)
const HEADING = "# koi: Feed koi"

it("writes the sections of a page in the order in which R shows them", () => {
  const text = [
    "% Generated: do not edit",
    String.raw`\name{feed}`,
    String.raw`\alias{feed_all}`,
    String.raw`\title{Feed the \emph{koi}}`,
    String.raw`\usage{`,
    String.raw`feed(x, \dots, times = 2\%)`,
    "",
    String.raw`\method{print}{pond}(x)`,
    "}",
    String.raw`\arguments{`,
    String.raw`\item{x}{A pond, see \code{\link[ponds:dig]{dig()}}.`,
    "",
    "It has water.}",
    "",
    String.raw`\item{\dots}{More.}`,
    "}",
    String.raw`\examples{`,
    String.raw`feed("a{b\n", it) # it's`,
    String.raw`\dontrun{`,
    "feed(x)",
    "}",
    String.raw`\dontshow{hidden()}`,
    "}",
    String.raw`\description{`,
    "Feeds them.",
    "",
    String.raw`Twice, for \strong{all} of \href{https://koi.example}{them}.`,
    "}",
    String.raw`\keyword{internal}`,
  ].join("\n")

  expect(blocks(text)).toEqual([
    "# feed: Feed the *koi*",
    "Feeds them.",
    "Twice, for **all** of [them](https://koi.example).",
    "## Usage",
    "code:feed(x, ..., times = 2%)\n\n## S3 method for class 'pond'\nprint(x)",
    "## Arguments",
    "- `x`: A pond, see `dig()`.\n\n  It has water.\n- `...`: More.",
    "## Examples",
    'code:feed("a{b\\n", it) # it\'s\n\nfeed(x)',
  ])
})

it.each<[what: string, text: string, result: readonly string[]]>([
  [
    "lists",
    String.raw`\details{Both: \itemize{\item One\item Two, \sQuote{b}}\describe{\item{a}{First}\item{\code{b}}{Second}}}`,
    ["## Details", "Both:", "- One\n- Two, ‘b’", "- `a`: First\n- `b`: Second"],
  ],
  [
    "tables",
    String.raw`\section{Food}{\tabular{ll}{\strong{Kind} \tab \strong{Grams} \cr Pellets \tab 5}}`,
    ["## Food", "table:Kind | Grams / Pellets | 5"],
  ],
  [
    "code with the language that HTML names",
    String.raw`\section{S}{\subsection{T}{\if{html}{\out{<div class="sourceCode R">}}\preformatted{f <- function() \{
  "\\d"
\}
}\if{html}{\out{</div>}}}}`,
    ["## S", "### T", 'code:f <- function() {\n  "\\d"\n}'],
  ],
  [
    "the text of a badge",
    String.raw`\description{\ifelse{html}{\href{https://x.example}{\figure{old.svg}{options: alt='[Old]'}}}{\strong{[Old]}} Text.}`,
    ["**[Old]** Text."],
  ],
  [
    "formulas and values of a list",
    String.raw`\value{A list: \item{n}{Number, \eqn{n^2}{n squared}.} \item{all}{All.}}`,
    ["## Value", "A list:", "- `n`: Number, $n^2$.", "- `all`: All."],
  ],
  ["text up to a brace that is missing", String.raw`\details{Text of \code{koi`, ["## Details", "Text of `koi`"]],
])("shows %s", (_, text, result) => {
  const [heading, ...rest] = page(text)

  expect(heading).toBe(HEADING)
  expect(rest).toEqual(result)
})

it("never throws, and keeps lines inside the file and in order", () => {
  const parts = fc.constantFrom(
    "\\name{",
    "\\item{",
    "\\item ",
    "\\code{",
    "\\if{html}{",
    "\\examples{",
    "\\tabular{l}{",
    "\\itemize{",
    "}",
    "}{",
    "{",
    "%",
    "\\",
    '"',
    "'",
    "#",
    "\n",
    "\n\n",
    "koi",
    "\\tab",
    "\\cr",
    "\\R",
    "[a]",
  )
  const pages = fc.array(parts, { maxLength: 60 }).map((all) => all.join(""))

  fc.assert(
    fc.property(pages, (text) => {
      const spans = parseRDocumentation(text).document.blocks.map(({ lines }) => lines)
      for (const [index, { start, end }] of spans.entries()) {
        expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.start ?? 1)
        expect(end).toBeLessThanOrEqual(text.split("\n").length)
      }
    }),
  )
})

it("reads deep and unclosed braces in time", () => {
  const usedBefore = process.cpuUsage()

  for (const part of ["{", "\\code{", "\\item{a}{", '"', "\\itemize{\\item "]) parseRDocumentation(part.repeat(20_000))

  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(10_000)
})
