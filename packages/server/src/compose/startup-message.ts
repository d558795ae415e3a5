import type { Settings } from "../config/settings.ts"
import { SAMPLE_LIBRARY_ID, SAMPLE_QUESTION } from "../service/libraries/sample.ts"

/** Addresses that stand for every address of the machine; nobody can connect to them as they are. */
const EVERY_ADDRESS = /^(0\.0\.0\.0|::|\[::\])$/

/** What is told about a server that has begun to serve. */
export interface StartMessage {
  readonly settings: Settings
  /** As the server gives it, for instance `http://127.0.0.1:3000`. */
  readonly address: string
  /** True when the bundled sample can be asked. */
  readonly hasSample: boolean
}

/** Prints where the server is and what to do first. */
export function printStartMessage({ settings, address, hasSample }: StartMessage): void {
  const url = reachable(address)
  const key = settings.LECTERN_API_KEY === undefined ? "" : ' -H "Authorization: Bearer $LECTERN_API_KEY"'
  const mcpKey = settings.LECTERN_API_KEY === undefined ? "" : ' --header "LECTERN_API_KEY: $LECTERN_API_KEY"'
  const question = `-d libraryId=${SAMPLE_LIBRARY_ID} --data-urlencode "query=${SAMPLE_QUESTION}"`
  const sample = `Ask its own documentation a first question:
  curl -G "${url}/api/v2/context"${key} ${question}

`
  process.stdout.write(`Lectern serves at ${url}

${hasSample ? sample : ""}Connect an MCP client:
  claude mcp add --transport http lectern ${url}/mcp${mcpKey}
  (Cursor, VS Code, Codex and others: see ${url})

Make a key, then add a repository:
  npx lectern admin create-key
  npx lectern add https://github.com/honojs/website --api-key KEY
`)
}

function reachable(address: string): string {
  const url = new URL(address)
  if (EVERY_ADDRESS.test(url.hostname)) url.hostname = "127.0.0.1"
  return url.origin
}
