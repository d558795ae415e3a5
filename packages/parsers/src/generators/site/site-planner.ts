import { decodeHTMLStrict } from "entities"
import type { FolderOrder } from "./folder-order.ts"
import type { NavigationEntry } from "./navigation.ts"
import { folderOf, makePageLookup, type PageLookup } from "./page-lookup.ts"
import type { SitePage } from "./site-page.ts"

/** The title and sections of a page in its site's navigation. */
export interface NavigationLocation {
  /** Title of the page in the navigation. */
  readonly title?: string | undefined
  /** Labels of the sections that contain the page, outermost first. */
  readonly headings: readonly string[]
}

/** Maximum number of entries. Longer navigations are generated, and their order means little. */
const MAX_ENTRIES = 50_000
const MAX_DEPTH = 40
/** Maximum number of sections to keep per page, innermost ones. */
const MAX_HEADINGS = 2
/** Captions of lists that do not name a section. */
const GENERIC_HEADING = /^(?:table of )?contents?$|^(?:navigation|toc|index|pages|main|documentation|docs)$/i

/** Collects the reading order of a site from several navigations; the first navigation that lists a page wins. */
export class SitePlanner {
  readonly lookup: PageLookup
  readonly pages: readonly SitePage[]
  readonly #pageByPath: ReadonlyMap<string, SitePage>
  readonly #locations = new Map<string, NavigationLocation>()
  #entryCount = 0

  constructor(pages: readonly SitePage[]) {
    this.pages = pages
    this.lookup = makePageLookup(pages.map(({ path }) => path))
    this.#pageByPath = new Map(pages.map((page) => [page.path, page]))
  }

  pageAt(path: string): SitePage | undefined {
    return this.#pageByPath.get(path)
  }

  /** Counts an entry of a navigation. Returns false when the limit is reached. */
  countEntry(): boolean {
    return ++this.#entryCount <= MAX_ENTRIES
  }

  /** Adds the pages of a navigation in its order. */
  follow(
    entries: readonly NavigationEntry[],
    find: (target: string) => string | undefined,
    above: readonly string[] = [],
  ): void {
    for (const { label: written, target, children } of entries) {
      if (!this.countEntry() || above.length > MAX_DEPTH) return
      // Many sites show labels as HTML.
      const label = written === undefined ? undefined : decodeHTMLStrict(written)
      const path = target === undefined ? undefined : find(target)
      if (path !== undefined) this.add(path, label, above)
      const section = label ?? (path === undefined ? undefined : this.pageAt(path)?.title)
      this.follow(children, find, section === undefined ? above : [...above, section])
    }
  }

  /** Adds a page. Returns false if it has been added before. */
  add(path: string, title: string | undefined, above: readonly string[]): boolean {
    if (this.#locations.has(path)) return false
    const headings = above
      .map((heading) => heading.replace(/\s*:$/, ""))
      .filter((heading) => heading !== "" && heading !== title && !GENERIC_HEADING.test(heading))
      .slice(-MAX_HEADINGS)
    this.#locations.set(path, { title: title || undefined, headings })
    return true
  }

  /** Returns all pages: first those that were added, then the others in folder order. */
  finish(folders: FolderOrder): {
    readonly order: readonly string[]
    readonly locations: ReadonlyMap<string, NavigationLocation>
  } {
    const rest = [...this.#pageByPath.keys()]
      .filter((path) => !this.#locations.has(path))
      .toSorted((left, right) => folders.compare(left, right))
    const added = [...this.#locations.keys()]
    for (const path of rest) {
      const title = folders.labelOf(path)
      const section = folders.labelOf(folderOf(path))
      if (title !== undefined || section !== undefined)
        this.#locations.set(path, { title, headings: section === undefined ? [] : [section] })
    }
    return { order: [...added, ...rest], locations: this.#locations }
  }
}
