import { createHash } from "node:crypto"
import { AccessRefused, SourceUnreachable } from "../base/errors.ts"
import { contentHashOf } from "../scope/file-checks.ts"
import type { PageCache } from "../page-cache/page-cache.ts"
import type { SourceItem, SourceSnapshot } from "../base/source-file.ts"
import { DEFAULT_SOURCE_LIMITS } from "../base/source-limits.ts"
import { asking, createNotesClient } from "./notes-client.ts"
import type { NotesEnvironment, NotesRequest } from "./notes-request.ts"
import { type NotesPage, type NotesTree, walkNotes } from "./walk-notes.ts"

/** More failures than this, if they are also more than a third of the pages, are a temporary problem of the service. */
const MAX_FAILURES = 5
const MAX_FAILURE_SHARE = 1 / 3

/**
 * Opens pages of notes with the pages and databases below them. Blocks of pages that were not edited come from the page
 * cache.
 *
 * @throws {AccessRefused} if the account is rejected. @throws {SourceUnreachable} if more than a third of the pages
 *   fail. What `guardedFetch` throws; the signal's reason.
 */
export async function openNotesSource(
  { options, account, knownRevision }: NotesRequest,
  { guard, kept, now }: NotesEnvironment,
  signal: AbortSignal,
): Promise<SourceSnapshot> {
  const client = createNotesClient(account, { guard, signal })
  await asking("the account", () => client.users.me({}))
  const tree = await walkNotes(options.pageIds, { client, signal, kept, now })
  assertMostlyRead(tree)
  const fingerprint = fingerprintOf(tree)
  await kept.retain(new Set(tree.pages.map(({ id }) => `page:${id}`)))
  return snapshotOf(tree, { revision: fingerprint, unchanged: fingerprint === knownRevision, kept })
}

/**
 * Throws if too many pages failed. Publishing an incomplete result during an outage would remove pages that were
 * indexed before.
 */
function assertMostlyRead({ pages, refused }: NotesTree): void {
  const failed = refused.flatMap((item) => (item.kind === "failed" ? [item] : []))
  const [first] = failed
  if (first === undefined) return
  if (pages.length === 0) throw new AccessRefused(`no page could be read (${first.path}: ${first.reason})`)
  const total = pages.length + failed.length
  if (failed.length <= MAX_FAILURES || failed.length <= total * MAX_FAILURE_SHARE) return
  throw new SourceUnreachable(`${failed.length} of ${total} pages failed (${first.path}: ${first.reason})`)
}

/**
 * Returns the revision. A page that failed is requested at every refresh, because it is not cached. Properties are not
 * part of the hash: URLs of files in them change hourly, and every edit of a property changes the page's edit time.
 */
function fingerprintOf({ pages, refused }: NotesTree): string {
  const hash = createHash("sha256")
  const lines = [
    ...pages.map(({ id, path, kept }) => [id, path, kept.revision].join("\0")),
    ...refused.map(({ kind, path, reason }) => [kind, path, reason].join("\0")),
  ]
  for (const line of lines.toSorted()) hash.update(`${line}\n`)
  return hash.digest("hex")
}

function snapshotOf(
  { pages, refused }: NotesTree,
  { revision, unchanged, kept }: { readonly revision: string; readonly unchanged: boolean; readonly kept: PageCache },
): SourceSnapshot {
  return {
    revision,
    branch: "",
    unchanged,
    fileCount: pages.length,
    async *items(signal): AsyncGenerator<SourceItem> {
      if (unchanged) return
      yield* refused
      let byteCount = 0
      for (const page of pages) {
        signal.throwIfAborted()
        const blocks = await kept.read(page.kept)
        byteCount += blocks.byteLength
        yield itemOf(page, blocks, byteCount)
      }
    },
    close: () => Promise.resolve(),
  }
}

function itemOf(
  { path, title, url, headings, properties }: NotesPage,
  blocks: Uint8Array,
  byteCount: number,
): SourceItem {
  const { maxFileBytes, maxTextBytes } = DEFAULT_SOURCE_LIMITS
  if (blocks.byteLength > maxFileBytes) return { kind: "left-out", path, reason: "too_large" }
  if (byteCount > maxTextBytes) return { kind: "left-out", path, reason: "too_many_files" }
  const text = `{"title":${JSON.stringify(title)},"properties":${JSON.stringify(properties)},"blocks":${Buffer.from(blocks).toString("utf8")}}`
  const bytes = Buffer.from(text, "utf8")
  return {
    kind: "file",
    file: { path, bytes, url, headings, format: "notes-blocks", contentHash: contentHashOf(bytes) },
  }
}
