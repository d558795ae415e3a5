import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

/** A response of a git host. */
export interface GitHostReply {
  readonly status?: number
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** True if the request never gets a response. */
  readonly hangs?: boolean
}

/** A git host on loopback that responds as its published API does. */
export interface TestGitHostApi {
  readonly url: string
  /** Requests in order of arrival. */
  readonly asked: { readonly path: string; readonly headers: IncomingHttpHeaders }[]
  /** Responses by path with query; everything else is 404. */
  readonly replies: Map<string, GitHostReply>
  close(): Promise<void>
}

export async function startTestGitHostApi(
  replies: Readonly<Record<string, GitHostReply>> = {},
): Promise<TestGitHostApi> {
  const known = new Map(Object.entries(replies))
  const asked: TestGitHostApi["asked"] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ""
    asked.push({ path, headers: request.headers })
    const reply = known.get(path) ?? { status: 404, json: { message: "Not Found" } }
    if (reply.hangs === true) return
    const etag = reply.headers?.["etag"]
    const isKnown = etag !== undefined && request.headers["if-none-match"] === etag
    response.writeHead(isKnown ? 304 : (reply.status ?? 200), { "content-type": "application/json", ...reply.headers })
    response.end(isKnown ? undefined : JSON.stringify(reply.json ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    replies: known,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The response to "Get a repository" of GitHub's REST API, with only the fields that Lectern uses. */
export const GITHUB_REPOSITORY = {
  id: 1,
  full_name: "river/otter",
  owner: { login: "river", id: 2, type: "Organization" },
  private: false,
  description: "Feeds otters",
  fork: false,
  created_at: "2018-12-08T08:21:47Z",
  updated_at: "2026-11-20T10:00:00Z",
  pushed_at: "2026-11-21T10:00:00Z",
  stargazers_count: 90_123,
  archived: false,
  license: { key: "mit", name: "MIT License", spdx_id: "MIT" },
}
export const GITHUB_ORGANISATION = { login: "river", is_verified: true, created_at: "2015-01-01T00:00:00Z" }
