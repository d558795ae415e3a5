import type { SitePage, SitePlan } from "@lectern/parsers"
import { mayBeChangelog } from "../../sources/scope/default-exclusions.ts"
import type { WhyNoPage } from "./make-page.ts"

/** The title of a page that says what to do instead of what was changed. */
const GUIDE = /\b(?:migrat|upgrad|porting|breaking changes)/i
/** Titles of changelogs. A short list of the most important changes, such as `Key changes`, is documentation. */
const CHANGELOG_TITLE =
  /\b(?:change[ -]?logs?|releases?|history|news|versions?|updates?)\b|\d\.\d|^changes?\b|^(?!(?:key|main|major|important|notable) )(?:\S+ ){1,3}changes$/i
/** Minimum number of pages that two folders share if one is a copy of the other. */
const MIN_COPIES = 3

/**
 * Finds the files that are not pages: the site does not publish them, they were built from other pages, they are changelogs, or the
 * site has a copy of them.
 *
 * @returns the reasons by path.
 */
export function findUnpublished(
  { unpublished: ofSite, locations }: Pick<SitePlan, "unpublished" | "locations">,
  pages: readonly SitePage[],
): ReadonlyMap<string, WhyNoPage> {
  const unpublished = new Map<string, WhyNoPage>()
  for (const [path, detail] of ofSite) unpublished.set(path, { reason: "not_documentation", detail })
  for (const path of findChangelogs(pages, locations)) unpublished.set(path, { reason: "changelog", detail: path })
  for (const [path, copy] of findCopies(pages, locations)) unpublished.set(path, { reason: "duplicate", detail: copy })
  return unpublished
}

/** Paths of the pages in the navigation of the site. */
type Located = Pick<ReadonlyMap<string, unknown>, "has">

/**
 * Finds the changelogs inside documentation. A page with such a name is kept if its title is that of a guide, such as `changelog.mdx` with
 * the title `Migration guide`, or if it is in the navigation and its title is not that of a changelog.
 *
 * @returns their paths, but no paths if no other page would remain.
 */
export function findChangelogs(pages: readonly SitePage[], locations: Located): readonly string[] {
  const changelogs = pages.filter(({ path, title = "" }) => {
    const isNamedOtherwise = title !== "" && !CHANGELOG_TITLE.test(title) && locations.has(path)
    return mayBeChangelog(path) && !GUIDE.test(title) && !isNamedOtherwise
  })
  return changelogs.length === pages.length ? [] : changelogs.map(({ path }) => path)
}

/**
 * Finds pages that a site has a second time, such as `plans/koi.md` beside `docs/plans/koi.mdx`. The folder of the site has the same path
 * below another folder and most of its pages are in the navigation, those of the other folder are not, and most of them have the file name
 * and the title of a page of the site.
 *
 * @returns the copy in the site by path.
 */
export function findCopies(pages: readonly SitePage[], locations: Located): ReadonlyMap<string, string> {
  const byFolder = new Map<string, SitePage[]>()
  for (const page of pages) {
    const folder = folderOf(page.path)
    const files = byFolder.get(folder)
    if (files === undefined) byFolder.set(folder, [page])
    else files.push(page)
  }
  const copies = new Map<string, string>()
  for (const [folder, published] of byFolder) {
    if (published.filter(({ path }) => locations.has(path)).length <= published.length / 2) continue
    for (let at = folder.indexOf("/"); at >= 0; at = folder.indexOf("/", at + 1)) {
      const files = byFolder.get(folder.slice(at + 1)) ?? []
      if (files.some(({ path }) => locations.has(path))) continue
      const found = copiesOf(files, published)
      if (found.length < MIN_COPIES || found.length <= files.length / 2) continue
      for (const [path, copy] of found) copies.set(path, copy)
    }
  }
  return copies
}

/** Lists the files that have the name and the title of a published page, with that page. */
function copiesOf(files: readonly SitePage[], published: readonly SitePage[]): readonly (readonly [string, string])[] {
  const byName = new Map(published.map((page) => [nameOf(page.path), page]))
  return files.flatMap(({ path, title }) => {
    const copy = byName.get(nameOf(path))
    return copy !== undefined && title !== undefined && copy.title === title ? [[path, copy.path] as const] : []
  })
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")))
}

/** Returns the file name of a page without its extension. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,10}$/, "")
}
