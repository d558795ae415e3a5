import type { Client } from "@notionhq/client"
import { z } from "zod"
import { SiteUnreadable, SourceTooLarge } from "../base/errors.ts"
import { asking } from "./notes-client.ts"

/** Entries per response, the maximum of the API. */
export const PAGE_SIZE = 100
/** Maximum number of blocks per page; longer pages are data. */
const MAX_BLOCKS = 20_000
const MAX_DEPTH = 40
/** Blocks that are separate pages. */
const PAGES: ReadonlySet<string> = new Set(["child_page", "child_database"])

const rawBlock = z.looseObject({
  id: z.string(),
  type: z.string(),
  has_children: z.boolean().catch(false),
  in_trash: z.boolean().optional().catch(undefined),
})

/** A block with its children; its other fields depend on the kind, under the name of the kind. */
export interface NotesBlock {
  readonly id: string
  readonly type: string
  readonly children: readonly NotesBlock[]
  readonly [field: string]: unknown
}

/**
 * Fetches all blocks of a page, level by level; child pages and databases are listed, but not fetched.
 *
 * @throws {SourceTooLarge} if it has more than 20,000 blocks. @throws what `asking` throws.
 */
export async function readBlocks(client: Client, pageId: string, title: string): Promise<readonly NotesBlock[]> {
  let count = 0
  const readChildren = async (blockId: string, depth: number): Promise<readonly NotesBlock[]> => {
    const blocks: NotesBlock[] = []
    let cursor: string | undefined
    do {
      const answer = await asking(title, () =>
        client.blocks.children.list({
          block_id: blockId,
          page_size: PAGE_SIZE,
          ...(cursor === undefined ? {} : { start_cursor: cursor }),
        }),
      )
      count += answer.results.length
      if (count > MAX_BLOCKS) throw new SourceTooLarge(`${title} has more than ${MAX_BLOCKS} blocks`)
      for (const raw of answer.results) {
        const block = rawBlock.safeParse(raw)
        if (!block.success || block.data.in_trash === true) continue
        const { id, type, has_children: hasChildren } = block.data
        const isOpen = hasChildren && !PAGES.has(type) && depth < MAX_DEPTH
        const children = isOpen ? await readInside(id, depth) : []
        blocks.push({ id, type, [type]: block.data[type], children })
      }
      cursor = answer.has_more ? (answer.next_cursor ?? undefined) : undefined
    } while (cursor !== undefined)
    return blocks
  }
  /**
   * Fetches the children of a block. A synced block may show content of a page that is not shared; then only that text
   * is missing.
   */
  const readInside = async (blockId: string, depth: number): Promise<readonly NotesBlock[]> => {
    try {
      return await readChildren(blockId, depth + 1)
    } catch (error) {
      if (error instanceof SiteUnreadable) return []
      throw error
    }
  }
  return readChildren(pageId, 0)
}

/** Lists the child pages and databases of a page, in order. */
export function childrenOf(
  blocks: readonly Pick<NotesBlock, "id" | "type" | "children">[],
): readonly { readonly id: string; readonly isDatabase: boolean }[] {
  return blocks.flatMap(({ id, type, children }) =>
    PAGES.has(type) ? [{ id, isDatabase: type === "child_database" }] : childrenOf(children),
  )
}
