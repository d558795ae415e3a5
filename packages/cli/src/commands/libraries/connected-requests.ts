import type { AddNotesRequest, AddWikiRequest } from "@lectern/contract"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"

/** What is said of a space or of notes besides the address. */
export interface ConnectedOptions {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly space?: string | undefined
  readonly page?: readonly string[] | undefined
  readonly cloudId?: string | undefined
  readonly workspace?: string | undefined
  readonly force?: boolean | undefined
}

/** `/wiki/spaces/OPS/pages/123/Title` of the Cloud, `/display/OPS` and `/spaces/OPS` of Data Center, with the path of the site before it. */
const SPACE_PATH = /^(.*?)(?:\/wiki)?\/(?:spaces|display)\/([^/]+)(?:\/pages\/(\d+))?(?:\/|$)/
const NOTES_ID = /([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i

/**
 * Reads the address of a space, or of one of its pages, into a request.
 *
 * @throws {CliFailure} the address names no space and `--space` is missing.
 */
export function wikiRequestOf(address: string, options: ConnectedOptions): AddWikiRequest {
  const { origin, pathname } = addressOf(address)
  const [, above, key, page] = SPACE_PATH.exec(pathname) ?? []
  const spaceKey = options.space ?? (key === undefined ? undefined : decodeURIComponent(key))
  if (spaceKey === undefined) {
    throw new CliFailure(
      EXIT_CODES.usage,
      `${address} names no space: add --space <key>, or give the address of a space`,
    )
  }
  const pageIds = [...(page === undefined ? [] : [page]), ...(options.page ?? [])]
  return {
    cloudId: options.cloudId ?? new URL(origin).host,
    siteUrl: origin + (above ?? pathname).replace(/\/+$/, ""),
    spaceKey,
    spaceName: spaceKey,
    ...wordsOf(options, spaceKey),
    ...(pageIds.length === 0 ? {} : { pageIds }),
  }
}

/**
 * Reads the address of a workspace, or of a page in it, into a request.
 *
 * @throws {CliFailure} no page is named.
 */
export function notesRequestOf(address: string, options: ConnectedOptions): AddNotesRequest {
  const { href, pathname } = addressOf(address)
  const own = NOTES_ID.exec(href)?.[1]
  const pageIds = [...(own === undefined ? [] : [own]), ...(options.page ?? []).map(pageIdOf)]
  if (pageIds.length === 0) {
    throw new CliFailure(EXIT_CODES.usage, `${address} names no page: add --page <id or address>, as often as needed`)
  }
  const [first = "", second] = pathname.split("/").filter(Boolean)
  const named = second === undefined && NOTES_ID.test(first) ? undefined : decodeURIComponent(first)
  const workspace = options.workspace ?? (named === undefined || named === "" ? "notes" : named)
  return { workspaceId: workspace, workspaceName: workspace, pageIds, ...wordsOf(options, workspace) }
}

function pageIdOf(page: string): string {
  return NOTES_ID.exec(page)?.[1] ?? page
}

function wordsOf({ title, description = "", force }: ConnectedOptions, name: string) {
  return { title: title ?? name, description, ...(force === true ? { force: true as const } : {}) }
}

/** @throws {CliFailure} it is no address of the web. */
function addressOf(address: string): URL {
  if (/^https?:\/\//i.test(address) && URL.canParse(address)) return new URL(address)
  throw new CliFailure(EXIT_CODES.usage, `${address} is not an address: give one that begins with https://`)
}
