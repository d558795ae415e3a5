import { parseArgs } from "node:util"

/** How the program was started. */
export interface Options {
  /** Root of the server. */
  readonly url: string
  readonly apiKey: string | undefined
  readonly wants: "serve" | "help" | "version"
}

/** Reports a command line that cannot be followed. */
export class BadOptions extends Error {}

const DEFAULT_URL = "http://127.0.0.1:3000"

/** Text of `--help`. */
export const HELP = `Usage: lectern-mcp [--url <address>] [--api-key <key>]

Serves MCP on standard input and output, with answers from a Lectern server.

Options:
  --url <address>   the server (default: LECTERN_URL, else ${DEFAULT_URL})
  --api-key <key>   the key (default: LECTERN_API_KEY, which other users of the machine cannot see)
  --version         print the version
  --help            show this help

Environment:
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY   the way to the server
  NODE_EXTRA_CA_CERTS                 file with further certificates to trust
`

/**
 * Reads the command line; what it leaves out comes from the environment, and empty values count as left out.
 *
 * @param argv arguments after the name of the program.
 * @throws {BadOptions} an option is unknown or has no value, or the address is none.
 */
export function readOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  const values = parse(argv)
  const wants = values.help === true ? "help" : values.version === true ? "version" : "serve"
  const url = values.url || environment["LECTERN_URL"] || DEFAULT_URL
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new BadOptions(`${JSON.stringify(url)} is not the address of a server, give one like ${DEFAULT_URL}`)
  }
  return {
    // Whoever copies the address of the MCP server means the same server.
    url: url.replace(/\/mcp\/?$/, ""),
    apiKey: values["api-key"] || environment["LECTERN_API_KEY"] || undefined,
    wants,
  }
}

function parse(argv: readonly string[]) {
  try {
    const text = { type: "string" } as const
    const flag = { type: "boolean" } as const
    return parseArgs({
      args: [...argv],
      options: { url: text, "api-key": text, help: flag, version: flag },
    }).values
  } catch (thrown) {
    throw new BadOptions(`${thrown instanceof Error ? thrown.message : String(thrown)} (--help shows the options)`)
  }
}
