/** Query parameters that select a page; all others, such as tracking parameters, are removed. */
const CONTENT_PARAMETER = /^(?:id|p|page|title|name|slug|topic|doc|article|section|chapter|path|lang|v|version|cat|q)$/i
/** Pages made by scripts, which the query selects. */
const SCRIPT_PAGE = /\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do)$/i
/** Files that are not pages and are not requested. */
const OTHER_FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|bz2|xz|7z|rar|jar|whl|exe|dmg|msi|deb|rpm|apk|iso|bin|wasm|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov|pdf|docx?|xlsx?|pptx?|epub|csv|ics)$/i
const MAX_ADDRESS_CHARACTERS = 1_000
const MAX_SEGMENTS = 25
/** Maximum repetitions of a segment in one path: more come from relative links that lead into themselves. */
const MAX_REPETITIONS = 3

/** The URLs that belong to a site. */
export interface SiteScope {
  /** Scheme, host and port. */
  readonly origin: string
  /** Prefix of all page paths, without a trailing slash; empty for the whole host. */
  readonly basePath: string
}

/** Returns the scope of a URL: itself and everything below. For a file (`intro.html`), its folder. */
export function scopeOf(url: URL): SiteScope {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(url.pathname)
  const folder = isFile ? url.pathname.slice(0, url.pathname.lastIndexOf("/")) : url.pathname
  return { origin: url.origin, basePath: folder.replace(/\/+$/, "") }
}

/** Returns true if a URL is inside a scope. */
export function isInside({ origin, basePath }: SiteScope, url: URL): boolean {
  return (
    url.origin === origin && (basePath === "" || url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
  )
}

/**
 * Normalises a link for requests: absolute, without a fragment, with a query only if it selects the page.
 *
 * @returns undefined for anything that is not a page: other schemes, other file types, and URLs with too many
 *   repetitions.
 */
export function pageAddress(link: string, baseUrl: string): URL | undefined {
  if (link.length > MAX_ADDRESS_CHARACTERS || !URL.canParse(link, baseUrl)) return undefined
  const url = new URL(link, baseUrl)
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || OTHER_FILE.test(url.pathname)) return undefined
  url.hash = ""
  url.pathname = url.pathname.replaceAll(/\/{2,}/g, "/")
  url.search = SCRIPT_PAGE.test(url.pathname) ? contentQuery(url.searchParams) : ""
  return isTrap(url) ? undefined : url
}

/** Returns the key of a URL: with and without a trailing slash, `index.html`, `.html` and `.md` are the same page. */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replace(/\/(?:index|default)\.(?:html?|md|php|aspx?)$/i, "/")
    .replace(/\.(?:html?|md)$/i, "")
    .replace(/\/+$/, "")
  return `${url.origin}${path}${url.search}`
}

/** Returns the path of a page in the report. */
export function reportPath(url: URL): string {
  return `${url.pathname}${url.search}`.replace(/^\/+/, "") || "/"
}

function contentQuery(parameters: URLSearchParams): string {
  const kept = [...parameters].filter(([name]) => CONTENT_PARAMETER.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`
}

function isTrap({ pathname }: URL): boolean {
  const segments = pathname.split("/").filter((segment) => segment !== "")
  if (segments.length > MAX_SEGMENTS) return true
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  return [...counts.values()].some((count) => count >= MAX_REPETITIONS)
}
