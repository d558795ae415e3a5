import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Job, LibraryRecord, SearchResultItem } from "@lectern/contract"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A small server that implements the parts of the contract that a test defines. */
export interface ContractServer {
  readonly url: string
  /** Method, path and key of every request, in order. */
  readonly requests: string[]
  /** Body of every request, in order; empty without one. */
  readonly bodies: string[]
  readonly close: () => Promise<void>
}

/**
 * Starts a server.
 *
 * @param answers responses by method and path without the query, such as `GET /api/health`.
 */
export async function startContractServer(answers: Record<string, Answer>): Promise<ContractServer> {
  const requests: string[] = []
  const bodies: string[] = []
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0]
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? "anonymous"}`)
    const answer = answers[`${request.method} ${path}`]
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      bodies.push(Buffer.concat(chunks).toString("utf8"))
      if (answer === undefined) sendJson(404, { error: "not_found", message: `nothing at ${path}` })(request, response)
      else answer(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    bodies,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Creates a JSON response. */
export function sendJson(status: number, body: unknown): Answer {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }
}

/** Creates a response with server-sent events of a job; without an `end` event, the stream stays open. */
export function sendEvents(...events: readonly (readonly ["job" | "end", Job])[]): Answer {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    for (const [event, job] of events) {
      response.write(`event: ${event}\ndata: ${JSON.stringify(job)}\n\n`)
    }
    if (events.some(([event]) => event === "end")) response.end()
  }
}

export function aJob(given: Partial<Job> = {}): Job {
  return {
    id: "job1",
    kind: "add",
    libraryId: "/a/b",
    versionTag: null,
    state: "queued",
    stage: null,
    progress: {},
    attempt: 1,
    error: null,
    cancelRequested: false,
    createdAt: "2026-11-20T12:00:00.000Z",
    startedAt: null,
    finishedAt: null,
    nextAttemptAt: null,
    ...given,
  }
}

export function aSearchResult(given: Partial<SearchResultItem> = {}): SearchResultItem {
  const { id, title, description, branch, lastUpdateDate, state, totalTokens, totalSnippets } = aLibrary()
  const known = { id, title, description, branch, lastUpdateDate, state, totalTokens, totalSnippets }
  return { ...known, stars: -1, trustScore: -1, benchmarkScore: -1, versions: [], ...given }
}

export function aLibrary(given: Partial<LibraryRecord> = {}): LibraryRecord {
  return {
    id: "/a/b",
    title: "B",
    description: "The library B",
    branch: "main",
    lastUpdateDate: "2026-11-20T12:00:00.000Z",
    state: "finalized",
    totalTokens: 120_000,
    totalSnippets: 2151,
    stars: -1,
    trustScore: -1,
    benchmarkScore: -1,
    versions: [],
    source: {
      kind: "git",
      url: "https://example.com/a/b",
      branch: null,
      folders: [],
      excludeFolders: [],
      excludeFiles: [],
      revision: "0123456789abcdef",
    },
    availableVersions: [],
    rules: [],
    private: false,
    verified: false,
    facts: {
      license: null,
      archived: null,
      fork: null,
      createdAt: null,
      changedAt: null,
      ownerIsOrganisation: null,
      ownerCreatedAt: null,
      site: null,
    },
    refreshSchedule: null,
    redirectTo: null,
    keptBy: null,
    lastJob: aJob(),
    files: {
      indexedCount: 155,
      leftOutCount: 12,
      failedCount: 1,
      problemCount: 0,
      missingIncludeCount: 0,
      problems: [],
      leftOutByReason: { not_documentation: 9, changelog: 3 },
      leftOut: [],
      notes: [],
      flaggedCount: 1,
      flagged: [
        {
          path: "docs/evil.md",
          url: "https://github.com/honojs/website/blob/main/docs/evil.md#L1-L3",
          heading: "Setup",
          kinds: ["command"],
          rules: ["runs-download-from-ip"],
          score: 80,
        },
      ],
      changes: { added: 2, changed: 1, removed: 0, unchanged: 152 },
      failed: [{ path: "bad.md", reason: "too_large", detail: "larger than 10 MB" }],
    },
    ...given,
  }
}
