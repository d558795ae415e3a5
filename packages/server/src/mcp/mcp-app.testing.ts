import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { systemClock } from "../base/clock.ts"
import { silentLog } from "../base/log.ts"
import { composeApp } from "../compose/compose-app.ts"
import { readSettings } from "../config/settings.ts"

/** A composed app with an empty data directory and one library, listening on a free port. */
export interface McpApp {
  readonly url: string
  /** A key of the program itself. */
  readonly key: string
  readonly close: () => Promise<void>
}

const KEY = "lectern_key_of_this_test_0123456789abcdef"

/** A library with enough text for an answer with any budget. */
const LIBRARY = {
  project: "/honojs/website",
  title: "Hono",
  description: "Web framework on web standards",
  type: "repo",
  docsRepoUrl: "https://github.com/honojs/website",
  codeSnippets: Array.from({ length: 200 }, (_, at) => ({
    id: `https://github.com/honojs/website/blob/main/docs/validation-${at}.md`,
    title: `Validate query parameters, part ${at}`,
    description: "Validates the query parameters of a request with a schema before the handler runs.",
    language: "ts",
    codeList: [
      {
        language: "ts",
        code: `app.get("/posts/${at}", validator("query", schema), (c) => c.json(c.req.valid("query")))`,
      },
    ],
  })),
  infoSnippets: [
    {
      id: "https://hono.dev/docs",
      breadcrumb: "Guides > Middleware",
      content: "Middleware runs before and after the handler.",
    },
  ],
}

/** Starts the app and waits until its library can be queried. */
export async function startMcpApp(environment: Record<string, string> = {}): Promise<McpApp> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-mcp-"))
  const settings = readSettings({
    LECTERN_DATA_DIR: folder,
    LECTERN_SAMPLE: "off",
    LECTERN_ADMIN_PASSWORD: "long enough",
    ...environment,
  })
  const composed = await composeApp(settings, {
    clock: systemClock,
    log: silentLog,
    workerMode: "inline",
    systemKey: KEY,
  })
  const url = await composed.app.listen({ host: "127.0.0.1", port: 0 })
  await composed.start()
  await importLibrary(url)
  return {
    url,
    key: KEY,
    close: async () => {
      await composed.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function importLibrary(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, "content-type": "application/json" }
  const body = JSON.stringify({ libraries: [LIBRARY] })
  const answer = await fetch(`${url}/api/v2/import-libraries`, { method: "POST", headers, body })
  if (answer.status !== 202) throw new Error(`import: ${answer.status} ${await answer.text()}`)
  const { jobs } = (await (await fetch(`${url}/api/v2/jobs`, { headers })).json()) as { jobs: { id: string }[] }
  // The event stream ends when the job does.
  await (await fetch(`${url}/api/v2/jobs/${jobs[0]?.id}/events`, { headers })).text()
}
