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
import type { CallOptions } from "./lectern-client.ts"
import type { SendJson } from "./send-request.ts"

/** The methods about connected accounts of other services; reached as `connections` of a `LecternClient`. */
export class ConnectionsClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the connected accounts of the teamspace, without their tokens. */
  list(options?: CallOptions): Promise<ListConnectionsResponse> {
    return this.#json({ operation: "listConnections" }, options)
  }

  /** Connects an account; its token is kept sealed and never shown again. */
  create(request: CreateConnectionRequest, options?: CallOptions): Promise<Connection> {
    return this.#json({ operation: "createConnection", json: request }, options)
  }

  /** Begins to connect an account by consent: open the address in a browser; it counts once, for ten minutes. */
  beginConsent(request: BeginConsentRequest, options?: CallOptions): Promise<BeginConsentResponse> {
    return this.#json({ operation: "beginConsent", json: request }, options)
  }

  /** Asks the service of a connected account whether it accepts it. */
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

  /** Disconnects an account; its token is forgotten at once. */
  delete(connectionId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteConnection", params: { id: connectionId } }, options)
  }
}
