import type {
  BeginConsentRequest,
  BeginConsentResponse,
  Connection,
  CreateConnectionRequest,
  DoneResponse,
  ListConnectionsResponse,
  ListSourcePagesQuery,
  ListSourcePagesResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for accounts at other services; available as `connections` of a `LecternClient`. */
export class ConnectionsClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the connected accounts of the teamspace, without their tokens. */
  list(options?: CallOptions): Promise<ListConnectionsResponse> {
    return this.#json({ operation: "listConnections" }, options)
  }

  /** Connects an account. Its token is stored encrypted and never returned again. */
  create(request: CreateConnectionRequest, options?: CallOptions): Promise<Connection> {
    return this.#json({ operation: "createConnection", json: request }, options)
  }

  /** Starts connecting an account with OAuth. Open the returned address in a browser; it works once, for ten minutes. */
  beginConsent(request: BeginConsentRequest, options?: CallOptions): Promise<BeginConsentResponse> {
    return this.#json({ operation: "beginConsent", json: request }, options)
  }

  /** Tests whether the service accepts a connected account. */
  test(connectionId: string, options?: CallOptions): Promise<TestConnectionResponse> {
    return this.#json({ operation: "testConnection", params: { id: connectionId } }, options)
  }

  /** Lists the spaces of a connected wiki or the pages of one, or pages of connected notes. */
  listPages(
    connectionId: string,
    query: ListSourcePagesQuery = {},
    options?: CallOptions,
  ): Promise<ListSourcePagesResponse> {
    return this.#json({ operation: "listSourcePages", params: { id: connectionId }, query }, options)
  }

  /** Disconnects an account and deletes its token. */
  delete(connectionId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteConnection", params: { id: connectionId } }, options)
  }
}
