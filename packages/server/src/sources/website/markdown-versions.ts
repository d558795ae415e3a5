import type { CrawlClient } from "./crawl-client.ts"

/** How a site offers Markdown versions of its HTML pages: with a suffix of the URL, or not at all. */
export interface MarkdownVersions {
  /**
   * Fetches the Markdown version of a page. If the first pages that are tried have none, no further requests are sent.
   *
   * @param named URL of the Markdown version according to the page.
   */
  fetchMarkdownVersion(page: URL, named?: URL): Promise<Uint8Array | undefined>
  /** True once a Markdown version has been found. */
  readonly isKnown: boolean
}

/** After this many pages without a Markdown version, the site is assumed to offer none. */
const MAX_TRIES = 2

/** Creates the lookup of Markdown versions. */
export function findMarkdownVersions(client: CrawlClient): MarkdownVersions {
  let failures = 0
  let found = 0
  return {
    get isKnown() {
      return found > 0
    },
    async fetchMarkdownVersion(page, named) {
      if (named === undefined && found === 0 && failures >= MAX_TRIES) return undefined
      const bytes = await fetchMarkdown(client, named ?? markdownUrlOf(page))
      if (bytes === undefined) failures++
      else found++
      return bytes
    },
  }
}

/**
 * Returns the URL of the Markdown version: `/guide.md` for `/guide` and `/guide.html`, and also for `/guide/`, because
 * that is where generators put it.
 */
function markdownUrlOf(page: URL): URL {
  const twin = new URL(page)
  const path = twin.pathname.replace(/\.html?$/i, "").replace(/\/(?:index)?$/i, "")
  twin.pathname = path === "" ? "/index.md" : `${path}.md`
  return twin
}

async function fetchMarkdown(client: CrawlClient, url: URL): Promise<Uint8Array | undefined> {
  try {
    const answer = await client.get(url)
    if (answer.status !== 200 || !/^text\/(?:(?:x-)?markdown|plain)$/.test(answer.contentType)) return undefined
    return looksLikeHtml(answer.bytes) ? undefined : answer.bytes
  } catch {
    client.signal.throwIfAborted()
    // The HTML page can still be used.
    return undefined
  }
}

/** Returns true if a response with a text type is an HTML page. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(Buffer.from(bytes.subarray(0, 500)).toString("utf8"))
}
