#!/usr/bin/env node
import { readFileSync } from "node:fs"
import { LecternClient } from "@lectern/client"
import { serveStdio } from "@modelcontextprotocol/server/stdio"
import { makeServer } from "./make-server.ts"
import { BadOptions, HELP, type Options, readOptions } from "./options.ts"
import { proxyFetch } from "./proxy-fetch.ts"
import { watchParent } from "./watch-parent.ts"

/** `src/` and `dist/` are both siblings of package.json. */
function programVersion(): string {
  const description: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  return (description as { version: string }).version
}

/** Writes to stderr: stdout is reserved for the protocol. */
function report(message: string): void {
  // Messages can quote a server or its documentation; terminals interpret control characters.
  process.stderr.write(`lectern-mcp: ${message.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "")}\n`)
}

function serve({ url, apiKey }: Options): void {
  const version = programVersion()
  const userAgent = `lectern-mcp/${version}`
  const fetch = proxyFetch(process.env, url)
  const client = new LecternClient({
    url,
    apiKey,
    source: "mcp-server",
    userAgent,
    fetch,
  })
  const hasKey = apiKey !== undefined
  const handle = serveStdio(() => makeServer({ client, version, hasKey, report }), {
    onerror: (error) => report(error.message),
  })
  // Exit explicitly: an open keep-alive connection would keep the process running.
  const end = () => void handle.close().finally(() => process.exit(0))
  process.stdin.once("end", end).once("close", end)
  process.stdout.once("error", end)
  watchParent(end)
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options.wants === "help") process.stdout.write(HELP)
  else if (options.wants === "version") process.stdout.write(`${programVersion()}\n`)
  else serve(options)
} catch (thrown) {
  if (!(thrown instanceof BadOptions)) throw thrown
  report(thrown.message)
  process.exitCode = 2
}
