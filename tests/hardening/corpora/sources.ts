import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import {
  compileGlob,
  cutLlmsTxt,
  markdownLinks,
  parseLibraryConfig,
  parseSitemap,
  readLlmsTxt,
  readRobots,
  scanPage,
} from "../product.ts"
import { timeInputs } from "../time-inputs.ts"

export const name = "files of sites and configuration"

const ADDRESS = "https://a.example/docs/"
const PATTERNS = [
  "**/a/".repeat(8),
  `${"*a".repeat(100)}b`,
  "{a,a}".repeat(50),
  "{*,*a}".repeat(40),
  "[a-z]*".repeat(40),
]

/** A robots.txt is applied to every link of a site. */
function applyRobots(text: string): unknown {
  const lines = ["User-agent: *", ...text.split(/[\n ]/).map((part) => `Disallow: /*${part}*${part}`)]
  const rules = readRobots(ADDRESS, lines.join("\n"))
  return Array.from({ length: 200 }, (_, at) => rules.isAllowed(`${ADDRESS}${"a".repeat(800)}${at}`))
}

/**
 * Tests other inputs that Lectern parses besides pages: sitemaps, robots.txt, llms.txt, links of pages, library
 * configs, path patterns.
 */
export async function run(options: HardeningOptions): Promise<readonly HardeningRow[]> {
  return [
    await timeInputs({ name: "sitemaps", run: (text) => parseSitemap(`<urlset><loc>${text}`) }, options),
    await timeInputs({ name: "robots.txt", maxCharacters: 512_000, run: applyRobots }, options),
    await timeInputs({ name: "links of pages", run: (text) => scanPage(text) }, options),
    await timeInputs({ name: "llms.txt", run: (text) => readLlmsTxt(text, new URL(ADDRESS)) }, options),
    await timeInputs({ name: "parts of llms.txt", run: (text) => cutLlmsTxt(text, new URL(ADDRESS)) }, options),
    await timeInputs({ name: "links of Markdown", run: (text) => markdownLinks(text, 5_000) }, options),
    await timeInputs({ name: "library config", run: (text) => parseLibraryConfig(text) }, options),
    await timeInputs(
      {
        name: "path patterns",
        maxCharacters: 4_000,
        run: (text) => PATTERNS.map((pattern) => compileGlob(pattern)(text)),
      },
      options,
    ),
    await timeInputs(
      { name: "patterns of users", maxCharacters: 300, run: (text) => compileGlob(text)("a/".repeat(2_000)) },
      options,
    ),
  ]
}
