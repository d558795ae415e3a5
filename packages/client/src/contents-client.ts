import type {
  ListSnippetPagesQuery,
  ListSnippetPagesResponse,
  ListSnippetsQuery,
  ListSnippetsResponse,
  VersionContents,
} from "@lectern/contract"
import { libraryParams } from "./addresses.ts"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for the contents of libraries; available as `contents` of a `LecternClient`. A library id is `/owner/repo`. */
export class ContentsClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists snippets exactly as they are indexed: in reading order, or those that match words, best first. */
  async listSnippets(
    libraryId: string,
    query: Partial<ListSnippetsQuery> = {},
    options?: CallOptions,
  ): Promise<ListSnippetsResponse> {
    return this.#json({ operation: "listSnippets", params: libraryParams(libraryId), query }, options)
  }

  /** Reads an indexed version with its file report and benchmark questions. */
  async getVersion(libraryId: string, tag: string, options?: CallOptions): Promise<VersionContents> {
    return this.#json({ operation: "getVersion", params: { ...libraryParams(libraryId), tag } }, options)
  }

  /** Lists the pages of a library in reading order, with the size of their snippets. */
  async listSnippetPages(
    libraryId: string,
    query: Partial<ListSnippetPagesQuery> = {},
    options?: CallOptions,
  ): Promise<ListSnippetPagesResponse> {
    return this.#json({ operation: "listSnippetPages", params: libraryParams(libraryId), query }, options)
  }
}
