import type { SourcePage } from "@lectern/contract"

/**
 * A page of a wiki with the pages below it; `page` is undefined for a folder, or for a page that the account cannot
 * see.
 */
export interface PageNode {
  readonly title: string
  readonly path: string
  page?: SourcePage
  readonly children: PageNode[]
}

/** Arranges pages in a tree according to their headings, and keeps the order of the list. */
export function pageTree(pages: readonly SourcePage[]): readonly PageNode[] {
  const roots: PageNode[] = []
  const nodes = new Map<string, PageNode>()
  const nodeOf = (titles: readonly string[]): PageNode => {
    const path = titles.join("\u0000")
    const known = nodes.get(path)
    if (known !== undefined) return known
    const node: PageNode = { title: titles.at(-1) ?? "", path, children: [] }
    nodes.set(path, node)
    const siblings = titles.length > 1 ? nodeOf(titles.slice(0, -1)).children : roots
    siblings.push(node)
    return node
  }
  for (const page of pages) nodeOf([...page.headings, page.title]).page = page
  return roots
}

/** Lists the ids of a page and all pages below it. */
export function idsBelow({ page, children }: PageNode): readonly string[] {
  return [...(page === undefined ? [] : [page.id]), ...children.flatMap(idsBelow)]
}
