import type { Settings } from "../config/settings.ts"
import { SAMPLE_LIBRARY_ID, SAMPLE_QUESTION } from "../service/libraries/sample.ts"

/** Wildcard addresses: a server can listen on them, but clients cannot connect to them. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::|\[::\])$/

export interface StartMessage {
  readonly settings: Settings
  /** URL that the server listens on, such as `http://127.0.0.1:3000`. */
  readonly address: string
  /** True if the bundled sample is available. */
  readonly hasSample: boolean
}

/** Prints the URL of the server and the first commands to try. */
export function printStartMessage({ settings, address, hasSample }: StartMessage): void {
  const url = reachable(address)
  const key = settings.LECTERN_API_KEY === undefined ? "" : ' -H "Authorization: Bearer $LECTERN_API_KEY"'
  const mcpKey = settings.LECTERN_API_KEY === undefined ? "" : ' --header "LECTERN_API_KEY: $LECTERN_API_KEY"'
  const question = `-d libraryId=${SAMPLE_LIBRARY_ID} --data-urlencode "query=${SAMPLE_QUESTION}"`
  const sample = `Ask Lectern's own documentation a question:
  curl -G "${url}/api/v2/context"${key} ${question}

`
  process.stdout.write(`Lectern is running at ${url}

${hasSample ? sample : ""}Connect an MCP client:
  claude mcp add --transport http lectern ${url}/mcp${mcpKey}
  (Cursor, VS Code, Codex and others: see ${url})

Create a key, then add a repository:
  npx lectern admin create-key
  npx lectern add https://github.com/honojs/website --api-key KEY
`)
}

function reachable(address: string): string {
  const url = new URL(address)
  if (EVERY_ADDRESS.test(url.hostname)) url.hostname = "127.0.0.1"
  return url.origin
}
