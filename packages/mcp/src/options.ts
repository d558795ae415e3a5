import { isUrl } from "@lectern/contract"
import { parseArgs } from "node:util"

/** Options of the program. */
export interface Options {
  /** Root URL of the server. */
  readonly url: string
  readonly apiKey: string | undefined
  readonly wants: "serve" | "help" | "version"
}

/** Invalid options on the command line. */
export class BadOptions extends Error {}

const DEFAULT_URL = "http://127.0.0.1:3000"

/** Text of `--help`. */
export const HELP = `Usage: lectern-mcp [--url <address>] [--api-key <key>]

Serves MCP on standard input and output, with answers from a Lectern server.

Options:
  --url <address>   URL of the server (default: LECTERN_URL, else ${DEFAULT_URL})
  --api-key <key>   API key (default: LECTERN_API_KEY, which is safer: other users can see arguments)
  --version         print the version
  --help            show this help

Environment:
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY   proxy to reach the server through
  NODE_EXTRA_CA_CERTS                 file with additional trusted certificates
`

/**
 * Parses the command line. Missing and empty options come from the environment.
 *
 * @param argv arguments after the program's name.
 * @throws {BadOptions} an option is unknown or lacks a value, or the URL is invalid.
 */
export function readOptions(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Options {
  const values = parse(argv)
  const wants = values.help === true ? "help" : values.version === true ? "version" : "serve"
  const url = values.url || environment["LECTERN_URL"] || DEFAULT_URL
  if (!isUrl(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new BadOptions(`${JSON.stringify(url)} is not the URL of a server: use a form like ${DEFAULT_URL}`)
  }
  return {
    // The URL of the MCP endpoint means the same server.
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
