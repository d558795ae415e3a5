/** Links that generators of documentation put on each page, to edit or show its source, by host. Groups: repository, file. */
const SOURCE_LINKS: readonly RegExp[] = [
  /^(https:\/\/github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/(?:edit|blob)\/[^?#]{0,500}?([^/?#]{1,200})$/,
  /^(https:\/\/gitlab\.com\/[\w./-]{3,200}?)\/-\/(?:edit|blob)\/[^?#]{0,500}?([^/?#]{1,200})$/,
  /^(https:\/\/bitbucket\.org\/[\w.-]{1,100}\/[\w.-]{1,100})\/src\/[^?#]{0,500}?([^/?#]{1,200})(?:\?mode=edit[^#]*)?$/,
]
const PAGE_FILE = /\.(?:md|mdx|markdown|rst|adoc|asciidoc|html|ipynb|txt)$/i

/** On a page with more of such links, they belong to its text: a list of examples or of repositories. */
const MAX_LINKS_OF_PAGE = 3
/** With fewer pages that name the same repository, the links may belong to the text, too. */
const MIN_SHARE_OF_PAGES = 0.5

/** Finds the repository that a site is built from, by the links to the sources of its pages. */
export class RepositoryFinder {
  readonly #pagesByRepository = new Map<string, number>()
  #pageCount = 0

  /** Notes the links of one page, as written. */
  addPage(links: readonly string[]): void {
    this.#pageCount++
    const repositories = links.flatMap((link) => repositoryOf(link) ?? [])
    if (repositories.length > MAX_LINKS_OF_PAGE) return
    for (const repository of new Set(repositories)) {
      this.#pagesByRepository.set(repository, (this.#pagesByRepository.get(repository) ?? 0) + 1)
    }
  }

  /** @returns the address of the repository that at least half of the pages name; undefined if there is none. */
  find(): string | undefined {
    const [best] = [...this.#pagesByRepository].toSorted(([, pages], [, other]) => other - pages)
    return best !== undefined && best[1] >= this.#pageCount * MIN_SHARE_OF_PAGES ? best[0] : undefined
  }
}

function repositoryOf(link: string): string | undefined {
  for (const pattern of SOURCE_LINKS) {
    const [, repository, file = ""] = pattern.exec(link) ?? []
    if (repository !== undefined && PAGE_FILE.test(file)) return repository
  }
  return undefined
}
