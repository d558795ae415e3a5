/** The parts of a request to `/mcp` that are needed before the protocol handles it. */
export interface McpMessages {
  /** Number of calls that do work. Only these count towards the rate limit, not handshakes. */
  readonly callCount: number
  /** Name of the client, if the request connects one. */
  readonly clientName: string | undefined
}

const COUNTED_METHODS: ReadonlySet<unknown> = new Set(["tools/call", "completion/complete"])

/**
 * Reads the messages of a request body.
 *
 * @param body parsed JSON with one message or a batch. Anything else counts as no messages; the protocol responds to it with
 *   its own errors.
 */
export function readMessages(body: unknown): McpMessages {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body]
  const clientName = messages.map(clientNameOf).find((name) => name !== undefined)
  return { callCount: messages.filter((message) => COUNTED_METHODS.has(fieldOf(message, "method"))).length, clientName }
}

function clientNameOf(message: unknown): string | undefined {
  if (fieldOf(message, "method") !== "initialize") return undefined
  const name = fieldOf(fieldOf(fieldOf(message, "params"), "clientInfo"), "name")
  return typeof name === "string" ? name : undefined
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
