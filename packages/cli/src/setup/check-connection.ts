import { LecternClient } from "@lectern/client"

/** Time limit for a server to respond; setup should not wait longer. */
const TIMEOUT_MS = 5_000
const PROTOCOL_VERSION = "2025-06-18"
/** Maximum size of a response. */
const MAX_CHARACTERS = 100_000

/** The result of a request to the server. */
export interface Connection {
  readonly isOk: boolean
  /** True if a server has answered that the configuration is wrong; false if it may still start or get a key. */
  readonly isRefused: boolean
  /** For users: which server responded, or what went wrong. */
  readonly message: string
}

/**
 * Returns true if the server requires a key for MCP.
 *
 * @returns undefined if the server cannot be reached.
 */
export async function requiresKey(url: string): Promise<boolean | undefined> {
  try {
    const client = new LecternClient({ url, source: "cli", maxRetries: 0, timeoutMs: TIMEOUT_MS })
    return (await client.service.getMcpStatus()).enabled
  } catch {
    // The final connection check reports any problem.
    return undefined
  }
}

/** Connects to the MCP server as an agent does: one `initialize` request. Never throws. */
export async function checkConnection(mcpUrl: string, apiKey: string | undefined): Promise<Connection> {
  const params = {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: "lectern-setup", version: "1" },
  }
  try {
    const response = await fetch(mcpUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = (await response.text()).slice(0, MAX_CHARACTERS)
    if (response.status === 401) {
      const what = apiKey === undefined ? "the server requires a key" : "the server does not accept the key"
      return {
        isOk: false,
        isRefused: apiKey !== undefined,
        message: `${what}: create one on its page /account, or with lectern keys create`,
      }
    }
    const name = /"serverInfo":\s*\{[^}]*"name":\s*"([^"]+)"/.exec(text)?.[1]
    if (!response.ok || name === undefined) {
      const reason = messageIn(text) ?? `${mcpUrl} is not an MCP server (status ${response.status})`
      return { isOk: false, isRefused: true, message: reason }
    }
    return { isOk: true, isRefused: false, message: `connected: ${name} answers at ${mcpUrl}` }
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause.message : String(thrown)
    return {
      isOk: false,
      isRefused: false,
      message: `cannot reach ${mcpUrl}: ${cause}. Start the server, or check --url`,
    }
  }
}

/** Returns the message of an error response of Lectern. */
function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown }
    return typeof message === "string" ? `the server refuses the configuration: ${message}` : undefined
  } catch {
    // Another program answers.
    return undefined
  }
}
