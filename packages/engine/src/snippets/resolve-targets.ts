import type { PageOrigin } from "./cut-page.ts"

/** A run of backticks, or a link target. */
const TICKS_OR_TARGET = /(`+)|(?<=\]\()([^()\s]{1,200})(?=\))/g

/** Longer URLs cost more than they help: the URL of the page is above the snippet. */
const MAX_ADDRESS_CHARACTERS = 160

const WEB = /^https?:\/\//i
const HAS_SCHEME = /^[a-z][a-z+.-]*:/i
/** The page of a file in a repository, when the source does not name the host: absolute targets on it belong to another site. */
const REPOSITORY_FILE = /^https?:\/\/[^/]{1,200}\/[^#?]{1,400}?\/(?:-\/)?(?:blob|src|tree)\//i
/** Documentation tools omit file extensions; git hosts need them. */
const NAMES_FILE = /\.[a-z]{2,8}(?:[?#]|$)/i

/**
 * Resolves relative link targets in prose, outside code, against the URL of their page. A target is unchanged if the page has no web URL,
 * if the target is relative to a site that a repository does not name, or if the result would be long.
 *
 * @param markdown of a block, in which only links whose target readers need still have one.
 */
export function resolveTargets(markdown: string, { url, lineAnchor }: Pick<PageOrigin, "url" | "lineAnchor">): string {
  if (!markdown.includes("](") || !WEB.test(url)) return markdown
  // Git hosts without pages for files: `https://git.example/otter.git#docs/food.md`.
  if (lineAnchor === undefined && url.includes("#")) return markdown
  const isWebPage = lineAnchor === "heading" || (lineAnchor === undefined && !REPOSITORY_FILE.test(url))
  let fence = ""
  return markdown.replace(TICKS_OR_TARGET, (whole, ticks: string | undefined) => {
    if (ticks !== undefined) {
      if (fence === "") fence = ticks
      else if (fence === ticks) fence = ""
      return whole
    }
    if (fence !== "" || HAS_SCHEME.test(whole)) return whole
    return isWebPage || (!whole.startsWith("/") && NAMES_FILE.test(whole)) ? resolved(whole, url) : whole
  })
}

function resolved(target: string, base: string): string {
  const address = URL.canParse(target, base) ? new URL(target, base).href : target
  return address.length > MAX_ADDRESS_CHARACTERS ? target : address
}
