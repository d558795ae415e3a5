import type { HealthResponse, McpStatusResponse, PingResponse, ReadyResponse } from "@lectern/contract"
import type { CallOptions } from "./lectern-client.ts"
import type { SendJson } from "./send-request.ts"

/** The methods about the server itself; reached as `service` of a `LecternClient`. */
export class ServiceClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Asks whether the process is alive. */
  getHealth(options?: CallOptions): Promise<HealthResponse> {
    return this.#json({ operation: "getHealth" }, options)
  }

  /** Asks whether requests are served. @throws {ApiError} status 503 until then. */
  getReadiness(options?: CallOptions): Promise<ReadyResponse> {
    return this.#json({ operation: "getReadiness" }, options)
  }

  /** Asks whether the MCP server needs a key. */
  getMcpStatus(options?: CallOptions): Promise<McpStatusResponse> {
    return this.#json({ operation: "getMcpStatus" }, options)
  }

  /** Reads the OpenAPI 3.1 description of the server. */
  getOpenApi(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#json({ operation: "getOpenApi" }, options)
  }

  /** Asks whether the MCP server is alive. */
  ping(options?: CallOptions): Promise<PingResponse> {
    return this.#json({ operation: "ping" }, options)
  }
}
