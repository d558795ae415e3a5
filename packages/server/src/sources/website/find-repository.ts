import { isUrl } from "@lectern/contract"
import { PAGE_EXTENSION } from "@lectern/parsers/detect"

/**
 * The paths by which documentation generators link to the source of each page, by host. The group is the repository.
 */
const SOURCE_PATHS: ReadonlyMap<string, RegExp> = new Map([
  ["github.com", /^(\/[\w.-]{1,100}\/[\w.-]{1,100})\/(?:edit|blob)\//],
  ["gitlab.com", /^((?:\/\w[\w.-]{0,99}){2,10})\/-\/(?:edit|blob)\//],
  ["bitbucket.org", /^(\/[\w.-]{1,100}\/[\w.-]{1,100})\/src\//],
])

/** If a page has more such links, they belong to its text, such as a list of examples or repositories. */
const MAX_LINKS_OF_PAGE = 3
/** If a smaller share of pages names the same repository, the links may belong to the text as well. */
const MIN_SHARE_OF_PAGES = 0.5

/** Finds the repository that a site is built from, using the links to the sources of its pages. */
export class RepositoryFinder {
  readonly #pagesByRepository = new Map<string, number>()
  #pageCount = 0

  /** Records the links of one page, as written. */
  addPage(links: readonly string[]): void {
    this.#pageCount++
    const repositories = links.flatMap((link) => repositoryOf(link) ?? [])
    if (repositories.length > MAX_LINKS_OF_PAGE) return
    for (const repository of new Set(repositories)) {
      this.#pagesByRepository.set(repository, (this.#pagesByRepository.get(repository) ?? 0) + 1)
    }
  }

  /** @returns the URL of the repository that at least half of the pages name; undefined if there is none. */
  find(): string | undefined {
    const [best] = [...this.#pagesByRepository].toSorted(([, pages], [, other]) => other - pages)
    return best !== undefined && best[1] >= this.#pageCount * MIN_SHARE_OF_PAGES ? best[0] : undefined
  }
}

function repositoryOf(link: string): string | undefined {
  if (!isUrl(link)) return undefined
  const { protocol, hostname, pathname } = new URL(link)
  const [, repository] = SOURCE_PATHS.get(hostname)?.exec(pathname) ?? []
  if (protocol !== "https:" || repository === undefined || !PAGE_EXTENSION.test(pathname)) return undefined
  return `https://${hostname}${repository}`
}
