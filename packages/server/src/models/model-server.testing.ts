import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** Response of a stand-in: a status with a JSON body, or text that is not JSON; `silent` never responds. */
export type StandInAnswer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }
  | { readonly text: string }
  | "silent"

/** A request that the stand-in received. */
export interface StandInRequest {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

/** A model server on loopback for tests. */
export interface ModelServer {
  readonly url: string
  readonly requests: StandInRequest[]
  /** Replaces the handler of requests. */
  answerWith(answer: (request: StandInRequest) => StandInAnswer): void
  close(): Promise<void>
}

/** Starts a stand-in. By default, it computes vectors and scores from the letters of texts. */
export async function startModelServer(answer = answerHonestly): Promise<ModelServer> {
  const requests: StandInRequest[] = []
  let current = answer
  const server = createServer((request, response) => void handle(request, response))

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString("utf8")) as Record<string, unknown>,
    }
    requests.push(received)
    const given = current(received)
    if (given === "silent") return
    if ("text" in given) {
      response.end(given.text)
      return
    }
    response.writeHead(given.status ?? 200, { "content-type": "application/json", ...given.headers })
    response.end(JSON.stringify(given.body))
  }

  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    answerWith: (next) => void (current = next),
    close() {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** Returns a vector with the number of times that each letter occurs in a text. */
export function letterVector(text: string): number[] {
  const counts = Array.from({ length: 26 }, () => 0.01)
  for (const letter of text.toLowerCase()) {
    const at = letter.charCodeAt(0) - 97
    if (at >= 0 && at < 26) counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}

/** Creates an OpenAI-compatible response with vectors. */
export function embeddingsOf(texts: readonly string[]): { readonly body: unknown } {
  const data = texts.map((text, index) => ({ index, embedding: letterVector(text) }))
  return { body: { data, usage: { total_tokens: texts.length } } }
}

/**
 * Responds to every request in its format, with letter vectors, or with scores that grow with the length of a snippet.
 */
export function answerHonestly({ path, body }: StandInRequest): StandInAnswer {
  if (path === "/v1/embeddings") return embeddingsOf(body["input"] as string[])
  const passages = (body["documents"] ?? body["texts"] ?? []) as string[]
  const results = passages.map((text, index) => ({ index, relevance_score: text.length }))
  return {
    body:
      body["texts"] === undefined
        ? { results }
        : results.map(({ index, relevance_score: score }) => ({ index, score })),
  }
}
