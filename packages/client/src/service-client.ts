import type { HealthResponse, McpStatusResponse, PingResponse, ReadyResponse } from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for the server itself; available as `service` of a `LecternClient`. */
export class ServiceClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Checks whether the process is alive. */
  getHealth(options?: CallOptions): Promise<HealthResponse> {
    return this.#json({ operation: "getHealth" }, options)
  }

  /** Checks whether requests are served. @throws {ApiError} status 503 until then. */
  getReadiness(options?: CallOptions): Promise<ReadyResponse> {
    return this.#json({ operation: "getReadiness" }, options)
  }

  /** Returns whether the MCP server requires a key. */
  getMcpStatus(options?: CallOptions): Promise<McpStatusResponse> {
    return this.#json({ operation: "getMcpStatus" }, options)
  }

  /** Reads the OpenAPI 3.1 description of the server. */
  getOpenApi(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#json({ operation: "getOpenApi" }, options)
  }

  /** Checks whether the MCP server is alive. */
  ping(options?: CallOptions): Promise<PingResponse> {
    return this.#json({ operation: "ping" }, options)
  }
}
