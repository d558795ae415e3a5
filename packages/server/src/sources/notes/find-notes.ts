import type { SourcePage } from "@lectern/contract"
import { z } from "zod"
import type { Account } from "../../accounts/account-site.ts"
import type { AddressGuard } from "../../net/address-guard.ts"
import { asking, createNotesClient } from "./notes-client.ts"

/** Entries per response, the maximum of the API. */
const PAGE_SIZE = 100

const titleText = z.array(z.object({ plain_text: z.string().catch("") })).catch([])
const found = z.object({
  id: z.string(),
  url: z.string().catch(""),
  in_trash: z.boolean().optional().catch(undefined),
  archived: z.boolean().optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).catch({}),
})
const titleProperty = z.object({ type: z.literal("title"), title: titleText })

interface NotesQuery {
  readonly guard: AddressGuard
  readonly signal: AbortSignal
  /** Words of the title; empty for every page. */
  readonly query: string
  readonly maxPages: number
}

/** Finds pages that are shared with an account, most recently edited first. */
export async function findNotes(
  account: Account,
  { query, maxPages, ...reach }: NotesQuery,
): Promise<{ readonly pages: SourcePage[]; readonly isTruncated: boolean }> {
  const client = createNotesClient(account, reach)
  const pages: SourcePage[] = []
  let cursor: string | undefined
  do {
    const answer = await asking("the list of pages", () =>
      client.search({
        ...(query === "" ? {} : { query }),
        ...(cursor === undefined ? {} : { start_cursor: cursor }),
        filter: { property: "object", value: "page" },
        sort: { timestamp: "last_edited_time", direction: "descending" },
        page_size: PAGE_SIZE,
      }),
    )
    for (const entry of answer.results) {
      const page = found.safeParse(entry)
      if (page.success && page.data.in_trash !== true && page.data.archived !== true) pages.push(pageOf(page.data))
    }
    cursor = answer.next_cursor ?? undefined
  } while (cursor !== undefined && pages.length < maxPages)
  return { pages: pages.slice(0, maxPages), isTruncated: cursor !== undefined || pages.length > maxPages }
}

function pageOf({ id, url, properties }: z.infer<typeof found>): SourcePage {
  const title = Object.values(properties).flatMap((property) => titleProperty.safeParse(property).data?.title ?? [])
  const text = title.map(({ plain_text: part }) => part).join("")
  return { id, title: text === "" ? "Untitled" : text, headings: [], url }
}
