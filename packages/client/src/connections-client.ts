import type {
  BeginConsentRequest,
  BeginConsentResponse,
  Connection,
  CreateConnectionRequest,
  DoneResponse,
  ListConnectionsResponse,
  TestConnectionResponse,
} from "@lectern/contract"
import type { CallOptions } from "./lectern-client.ts"
import type { SendJson } from "./send-request.ts"

const PATH = "/api/v2/connections"

/** The methods about connected accounts of other services; reached as `connections` of a `LecternClient`. */
export class ConnectionsClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Lists the connected accounts of the teamspace, without their tokens. */
  list(options?: CallOptions): Promise<ListConnectionsResponse> {
    return this.#json({ method: "GET", path: PATH }, options)
  }

  /** Connects an account; its token is kept sealed and never shown again. */
  create(request: CreateConnectionRequest, options?: CallOptions): Promise<Connection> {
    return this.#json({ method: "POST", path: PATH, json: request }, options)
  }

  /** Begins to connect an account by consent: open the address in a browser; it counts once, for ten minutes. */
  beginConsent(request: BeginConsentRequest, options?: CallOptions): Promise<BeginConsentResponse> {
    return this.#json({ method: "POST", path: `${PATH}/consent`, json: request }, options)
  }

  /** Asks the service of a connected account whether it accepts it. */
  test(connectionId: string, options?: CallOptions): Promise<TestConnectionResponse> {
    return this.#json({ method: "POST", path: `${pathOf(connectionId)}/test` }, options)
  }

  /** Disconnects an account; its token is forgotten at once. */
  delete(connectionId: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ method: "DELETE", path: pathOf(connectionId) }, options)
  }
}

function pathOf(connectionId: string): string {
  return `${PATH}/${encodeURIComponent(connectionId)}`
}
