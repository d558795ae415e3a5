/** Parameters that follow a visitor around and never choose a page. */
const CONTENT_PARAMETER = /^(?:id|p|page|title|name|slug|topic|doc|article|section|chapter|path|lang|v|version|cat|q)$/i
/** Pages that a script makes: which one, its query says. */
const SCRIPT_PAGE = /\.(?:php\d?|aspx?|jsp|cgi|pl|cfm|do)$/i
/** Files that are no pages; they are not asked for. */
const OTHER_FILE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|json|xml|rss|atom|zip|gz|tgz|bz2|xz|7z|rar|jar|whl|exe|dmg|msi|deb|rpm|apk|iso|bin|wasm|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|avi|mov|pdf|docx?|xlsx?|pptx?|epub|csv|ics)$/i
const MAX_ADDRESS_CHARACTERS = 1_000
const MAX_SEGMENTS = 25
/** The same segment so often in one path: links that lead deeper into themselves. */
const MAX_REPETITIONS = 3

/** Which addresses belong to a site. */
export interface SiteScope {
  /** Scheme, host and port. */
  readonly origin: string
  /** Path that all pages begin with, without a slash at its end; empty for the whole host. */
  readonly basePath: string
}

/**
 * Gives the scope that an address stands for: itself and everything below. A file (`intro.html`) stands for its folder.
 */
export function scopeOf(url: URL): SiteScope {
  const isFile = /\.[a-z0-9]{2,5}$/i.test(url.pathname)
  const folder = isFile ? url.pathname.slice(0, url.pathname.lastIndexOf("/")) : url.pathname
  return { origin: url.origin, basePath: folder.replace(/\/+$/, "") }
}

/** Tells whether an address lies in a scope. */
export function isInside({ origin, basePath }: SiteScope, url: URL): boolean {
  return (
    url.origin === origin && (basePath === "" || url.pathname === basePath || url.pathname.startsWith(`${basePath}/`))
  )
}

/**
 * Brings a link into the form in which it is asked for: absolute, no fragment, a query only where it chooses the page.
 *
 * @returns undefined for what is no page: other schemes, files of other kinds, addresses that lead deeper into themselves.
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

/**
 * Gives the word under which an address is remembered: with and without a slash at the end, `index.html`, `.html` and
 * `.md` are the same page.
 */
export function pageKey(url: URL): string {
  const path = url.pathname
    .replace(/\/(?:index|default)\.(?:html?|md|php|aspx?)$/i, "/")
    .replace(/\.(?:html?|md)$/i, "")
    .replace(/\/+$/, "")
  return `${url.origin}${path}${url.search}`
}

/** Gives the path under which a page stands in the report. */
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
