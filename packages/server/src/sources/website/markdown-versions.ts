import type { CrawlClient } from "./crawl-client.ts"

/** How a site offers its pages as Markdown beside HTML: by an ending of the address, or not that is known. */
export interface MarkdownVersions {
  /**
   * Fetches the Markdown of a page. The first pages are tried; once it is known that there is none, nothing is asked.
   *
   * @param named address that the page itself gives for its Markdown.
   */
  fetchTwin(page: URL, named?: URL): Promise<Uint8Array | undefined>
  /** True once a page has had one. */
  readonly isKnown: boolean
}

/** Pages without Markdown after which a site is taken to have none. */
const MAX_TRIES = 2

/** Looks for the Markdown of pages. */
export function findMarkdownVersions(client: CrawlClient): MarkdownVersions {
  let failures = 0
  let found = 0
  return {
    get isKnown() {
      return found > 0
    },
    async fetchTwin(page, named) {
      if (named === undefined && found === 0 && failures >= MAX_TRIES) return undefined
      const bytes = await fetchMarkdown(client, named ?? twinOf(page))
      if (bytes === undefined) failures++
      else found++
      return bytes
    },
  }
}

/** `/guide` and `/guide.html` have `/guide.md`, `/guide/` has `/guide.md` as well: that is where generators put it. */
function twinOf(page: URL): URL {
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
    // The page itself is still there to be read.
    return undefined
  }
}

/** Tells whether bytes that came as text are a page all the same. */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  return /^\s*<(?:!doctype|html|head|body)\b/i.test(Buffer.from(bytes.subarray(0, 500)).toString("utf8"))
}
