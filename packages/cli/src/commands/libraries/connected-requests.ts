import { isUrl } from "@lectern/contract"
import type { AddNotesRequest, AddWikiRequest } from "@lectern/contract"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

/** Options of a wiki space or notes. */
export interface ConnectedOptions {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly space?: string | undefined
  readonly page?: readonly string[] | undefined
  readonly cloudId?: string | undefined
  readonly workspace?: string | undefined
  readonly force?: boolean | undefined
}

/**
 * Matches `/wiki/spaces/OPS/pages/123/Title` in Confluence Cloud, and `/display/OPS` and `/spaces/OPS` in Data Center,
 * with the path of the site before it.
 */
const SPACE_PATH = /^(.*?)(?:\/wiki)?\/(?:spaces|display)\/([^/]+)(?:\/pages\/(\d+))?(?:\/|$)/
const NOTES_ID = /([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i

/**
 * Parses the address of a wiki space, or of one of its pages, into a request.
 *
 * @throws {CliFailure} if the address contains no space and `--space` is missing.
 */
export function wikiRequestOf(address: string, options: ConnectedOptions): AddWikiRequest {
  const { origin, pathname } = addressOf(address)
  const [, above, key, page] = SPACE_PATH.exec(pathname) ?? []
  const spaceKey = options.space ?? (key === undefined ? undefined : decodeURIComponent(key))
  if (spaceKey === undefined) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `${address} does not name a wiki space: add --space <key>, or pass the URL of a space`,
    )
  }
  const pageIds = [...(page === undefined ? [] : [page]), ...(options.page ?? [])]
  return {
    cloudId: options.cloudId ?? new URL(origin).host,
    siteUrl: origin + (above ?? pathname).replace(/\/+$/, ""),
    spaceKey,
    spaceName: spaceKey,
    ...textsOf(options, spaceKey),
    pageIds: pageIds.length === 0 ? undefined : pageIds,
  }
}

/**
 * Parses the address of a Notion workspace, or of a page in it, into a request.
 *
 * @throws {CliFailure} if no page is given.
 */
export function notesRequestOf(address: string, options: ConnectedOptions): AddNotesRequest {
  const { href, pathname } = addressOf(address)
  const own = NOTES_ID.exec(href)?.[1]
  const pageIds = [...(own === undefined ? [] : [own]), ...(options.page ?? []).map(pageIdOf)]
  if (pageIds.length === 0) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `${address} does not name a page: add --page <id or URL>; it can be repeated`,
    )
  }
  const [first = "", second] = pathname.split("/").filter(Boolean)
  const named = second === undefined && NOTES_ID.test(first) ? undefined : decodeURIComponent(first)
  const workspace = options.workspace ?? (named === undefined || named === "" ? "notes" : named)
  return { workspaceId: workspace, workspaceName: workspace, pageIds, ...textsOf(options, workspace) }
}

function pageIdOf(page: string): string {
  return NOTES_ID.exec(page)?.[1] ?? page
}

function textsOf({ title, description = "", force }: ConnectedOptions, name: string) {
  return { title: title ?? name, description, force: force || undefined }
}

/** @throws {CliFailure} if it is not an HTTP URL. */
function addressOf(address: string): URL {
  if (/^https?:\/\//i.test(address) && isUrl(address)) return new URL(address)
  throw new CliFailure(EXIT_CODES.usage, `${address} is not a valid URL: pass one that starts with https://`)
}
