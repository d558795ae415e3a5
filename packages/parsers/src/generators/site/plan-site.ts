import { antoraModules, inFolder, siteConfigPaths } from "./config-paths.ts"
import { type FolderOrder, readFolderOrder } from "./folder-order.ts"
import { readAntoraNavigation } from "./list-navigation.ts"
import { type NamedDescription, placesOfDescription } from "./named-descriptions.ts"
import type { NavigationEntry } from "./navigation.ts"
import { ancestorsOf, folderOf, makePageLookup, type PageLookup, resolvePath } from "./page-lookup.ts"
import { readSiteConfig, type ReadText } from "./read-site-config.ts"
import type { SitePage } from "./site-page.ts"

/** Where a page stands in the navigation of its site. */
export interface SitePlace {
  /** Title that the navigation gives the page. */
  readonly title?: string
  /** Labels of the sections it stands in, outermost first. */
  readonly headings: readonly string[]
}

/** The order in which a site is read, and what its navigation calls the pages. */
export interface SitePlan {
  /** Paths of all pages in reading order: as the navigation lists them, then the others by folder. */
  readonly order: readonly string[]
  readonly places: ReadonlyMap<string, SitePlace>
  /** Descriptions of APIs that the site shows, each once, those of its configuration first. */
  readonly descriptions: readonly NamedDescription[]
}

/** Entries that are followed; a navigation that is longer was not written by people. */
const MAX_ENTRIES = 50_000
const MAX_DEPTH = 40
/** Innermost sections that are kept of a page. */
const MAX_HEADINGS = 2
/** Captions of lists that name no section. */
const SAYS_NOTHING = /^(?:table of )?contents?$|^(?:navigation|toc|index|pages|main|documentation|docs)$/i

/**
 * Finds the reading order of documentation from the configuration of its site: MkDocs, Docusaurus, VitePress, Starlight,
 * Mintlify, mdBook, Antora, Sphinx, Nextra, guides of Micronaut, DocFX, and numbers in front matter; and the descriptions of
 * APIs that its pages show. Configuration is read as data; nothing is run.
 *
 * @param pages all pages, in a stable order.
 * @param read gives files that `sitePlanPaths` names and those that they refer to.
 */
export function planSite(pages: readonly SitePage[], read: ReadText): SitePlan {
  const paths = pages.map(({ path }) => path)
  const planner = new SitePlanner(pages, makePageLookup(paths))
  const descriptions: NamedDescription[] = []
  for (const path of siteConfigPaths(paths)) {
    const text = read(path)
    if (text === undefined) continue
    const { entries, bases, descriptions: named = [] } = readSiteConfig(path, text, read)
    descriptions.push(...named)
    planner.follow(entries, (target) => planner.lookup.find(target, bases))
  }
  for (const root of new Set(antoraModules(paths).map((component) => component.root)))
    followAntora(planner, root, paths, read)
  planner.followToctrees()
  for (const page of pages)
    descriptions.push(...(page.descriptions ?? []).flatMap((file) => placesOfDescription(file, page.path) ?? []))
  return { ...planner.finish(readFolderOrder(pages, read)), descriptions: eachOnce(descriptions) }
}

function eachOnce(descriptions: readonly NamedDescription[]): readonly NamedDescription[] {
  const byPaths = new Map<string, NamedDescription>()
  for (const description of descriptions) {
    const key = description.paths.join("\n")
    if (!byPaths.has(key)) byPaths.set(key, description)
  }
  return [...byPaths.values()]
}

class SitePlanner {
  readonly lookup: PageLookup
  readonly #pages: ReadonlyMap<string, SitePage>
  readonly #places = new Map<string, SitePlace>()
  #entryCount = 0

  constructor(pages: readonly SitePage[], lookup: PageLookup) {
    this.#pages = new Map(pages.map((page) => [page.path, page]))
    this.lookup = lookup
  }

  follow(
    entries: readonly NavigationEntry[],
    find: (target: string) => string | undefined,
    above: readonly string[] = [],
  ): void {
    for (const { label, target, children } of entries) {
      if (++this.#entryCount > MAX_ENTRIES || above.length > MAX_DEPTH) return
      const path = target === undefined ? undefined : find(target)
      if (path !== undefined) this.#place(path, label, above)
      const section = label ?? (path === undefined ? undefined : this.#pages.get(path)?.title)
      this.follow(children, find, section === undefined ? above : [...above, section])
    }
  }

  /** Follows the toctrees of Sphinx from the pages that no other one lists. */
  followToctrees(): void {
    const parents = [...this.#pages.values()].filter(({ toctrees }) => toctrees.length > 0)
    const listed = new Set(parents.flatMap((page) => this.#childrenOf(page).map(({ path }) => path)))
    const roots = parents
      .filter(({ path }) => !listed.has(path))
      .toSorted((left, right) => depthOf(left.path) - depthOf(right.path))
    for (const root of roots) {
      this.#place(root.path, undefined, [])
      this.#followToctree(root, [], 0)
    }
  }

  finish(folders: FolderOrder): Pick<SitePlan, "order" | "places"> {
    const rest = [...this.#pages.keys()]
      .filter((path) => !this.#places.has(path))
      .toSorted((left, right) => folders.compare(left, right))
    const placed = [...this.#places.keys()]
    for (const path of rest) {
      const title = folders.labelOf(path)
      const section = folders.labelOf(folderOf(path))
      if (title !== undefined || section !== undefined)
        this.#places.set(path, {
          ...(title === undefined ? {} : { title }),
          headings: section === undefined ? [] : [section],
        })
    }
    return { order: [...placed, ...rest], places: this.#places }
  }

  #followToctree(page: SitePage, above: readonly string[], depth: number): void {
    if (depth > MAX_DEPTH) return
    for (const child of this.#childrenOf(page)) {
      if (++this.#entryCount > MAX_ENTRIES) return
      const here = child.caption === undefined ? above : [...above, child.caption]
      if (!this.#place(child.path, child.title, here)) continue
      const next = this.#pages.get(child.path)
      if (next === undefined || next.toctrees.length === 0) continue
      const title = child.title ?? next.title
      this.#followToctree(next, title === undefined ? here : [...here, title], depth + 1)
    }
  }

  #childrenOf({ path, toctrees }: SitePage): { path: string; title?: string; caption?: string }[] {
    const folder = folderOf(path)
    return toctrees.flatMap(({ entries, isGlob, isReversed, caption }) => {
      const children = entries.flatMap(({ target, title }) => {
        const isPattern = isGlob && /[*?[]/.test(target)
        const absolute = target.startsWith("/")
        const found = isPattern
          ? this.lookup.match(target, absolute ? "" : folder).filter((match) => match !== path)
          : [this.lookup.find(target, absolute ? ancestorsOf(folder) : [folder])]
        return found.flatMap((child) =>
          child === undefined
            ? []
            : [
                {
                  path: child,
                  ...(title === undefined ? {} : { title }),
                  ...(caption === undefined ? {} : { caption }),
                },
              ],
        )
      })
      return isReversed ? children.toReversed() : children
    })
  }

  /** @returns false when the page has a place already. */
  #place(path: string, title: string | undefined, above: readonly string[]): boolean {
    if (this.#places.has(path)) return false
    const headings = above
      .map((heading) => heading.replace(/\s*:$/, ""))
      .filter((heading) => heading !== "" && heading !== title && !SAYS_NOTHING.test(heading))
      .slice(-MAX_HEADINGS)
    this.#places.set(path, { ...(title === undefined || title === "" ? {} : { title }), headings })
    return true
  }
}

/** Targets of Antora name a module and lie in its folder `pages`. */
function followAntora(planner: SitePlanner, root: string, paths: readonly string[], read: ReadText): void {
  const modules = antoraModules(paths).filter((component) => component.root === root)
  const own = read(inFolder(root, "nav.adoc"))
  const described = [
    ...(read(inFolder(root, "antora.yml")) ?? "").matchAll(/^[ \t]*-[ \t]+["']?([\w./-]+\.adoc)["']?[ \t]*$/gm),
  ]
  const files = new Set([
    ...described.map((match) => inFolder(root, match[1] ?? "")),
    ...(own === undefined ? [] : [inFolder(root, "nav.adoc")]),
    ...modules.map(({ module }) => inFolder(root, `modules/${module}/nav.adoc`)),
  ])
  for (const file of files) {
    const text = read(file)
    if (text === undefined) continue
    const home = /modules\/([^/]+)\//.exec(file.slice(root.length))?.[1] ?? "ROOT"
    const entries = readAntoraNavigation(text, (id) => {
      const [, module = home, name = ""] = /^(?:([\w.-]+):)?partial\$(.+)$/.exec(id) ?? []
      const path = name === "" ? resolvePath(folderOf(file), id) : inFolder(root, `modules/${module}/partials/${name}`)
      return path === undefined ? undefined : read(path)
    })
    planner.follow(entries, (target) => {
      const [, module = home, name = ""] = /^(?:[\w.@-]+:)??(?:([\w.-]+):)?([^:]+)$/.exec(target) ?? []
      return planner.lookup.find(name, [inFolder(root, `modules/${module}/pages`)])
    })
  }
}

function depthOf(path: string): number {
  return path.split("/").length
}
