import type { FastifyRequest } from "fastify"

/** Node's request, as the web framework got it. */
export type IncomingMessage = FastifyRequest["raw"]

/** The body of a request to `/mcp`. */
export interface ReadBody {
  readonly text: string
  /** The parsed text; undefined if it is empty or not JSON. */
  readonly json: unknown
}

/** The body of a request is larger than the limit. */
export class McpBodyTooLarge extends Error {
  constructor(maxBytes: number) {
    super(`the request body is larger than ${maxBytes} bytes`)
    this.name = "McpBodyTooLarge"
  }
}

const decoder = new TextDecoder()

/**
 * Reads the body of a request to its end and parses it, once: the package's own conversion makes a stream of the text, of which
 * routing then takes a copy, and parses it twice.
 *
 * @throws {McpBodyTooLarge}
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  if (Number(incoming.headers["content-length"]) > maxBytes) throw new McpBodyTooLarge(maxBytes)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw new McpBodyTooLarge(maxBytes)
    chunks.push(chunk)
  }
  const text = decoder.decode(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))
  return { text, json: parse(text) }
}

function parse(text: string): unknown {
  if (text === "") return undefined
  try {
    return JSON.parse(text)
  } catch {
    // The protocol reports the syntax error.
    return undefined
  }
}

/** Makes the request that the protocol's package handles, with the options of `Request`. */
export function requestOf(
  { method = "GET", url = "/", headers }: IncomingMessage,
  options: Pick<RequestInit, "body" | "signal"> = {},
): Request {
  return new Request(`http://${headers.host ?? "localhost"}${url}`, { ...options, method, headers: headersOf(headers) })
}

function headersOf(headers: IncomingMessage["headers"]): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === "string") read.set(name, value)
    else for (const item of value ?? []) read.append(name, item)
  }
  if (acceptsEverything(read)) read.set("accept", "application/json, text/event-stream")
  return read
}

/** The protocol's package accepts its own two types only, and not the wildcards that include them. */
function acceptsEverything(headers: Headers): boolean {
  return (headers.get("accept") ?? "").split(",").some((type) => type.trim().startsWith("*/*"))
}
