import { LecternClient } from "@lectern/client"
import type { ServerEntryPoints } from "./server-entry-points.ts"
import { readCredential } from "./credentials.ts"
import type { CliIo } from "../terminal/cli-io.ts"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"

const DEFAULT_URL = "http://127.0.0.1:3000"

/** Options of every command that calls the API, as commander returns them. */
export interface ConnectionOptions {
  readonly url?: string | undefined
  readonly apiKey?: string | undefined
  readonly local?: boolean | undefined
  readonly dataDir?: string | undefined
}

/** Connection of one command to the API. */
export interface Session {
  readonly client: LecternClient
  /** True if the API runs in this process, on the data directory. */
  readonly isLocal: boolean
  /** Aborted by Ctrl-C, and when the command has ended. */
  readonly signal: AbortSignal
}

/** Requirements for opening a session. */
export interface SessionNeeds {
  readonly entryPoints: ServerEntryPoints
  readonly io: CliIo
  /** True if the command queues jobs, which require a worker when it runs locally. */
  readonly worker?: boolean | undefined
  /** True if the command may create the data directory when it runs locally, because it adds something. */
  readonly mayCreate?: boolean | undefined
}

/**
 * Runs a command against a server or, with `--local`, against the data directory.
 *
 * @throws what the command throws; {CliFailure} after Ctrl-C, or if options contradict each other.
 */
export async function withSession<Result>(
  options: ConnectionOptions,
  needs: SessionNeeds,
  run: (session: Session) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController()
  const stopListening = needs.io.onInterrupt(() => interruption.abort(interrupted()))
  try {
    return await (options.local ? runLocally : runRemotely)(options, needs, async (client, isLocal) => {
      try {
        return await run({ client, isLocal, signal: interruption.signal })
      } finally {
        // A response that nobody reads to its end would keep a server in this process busy.
        interruption.abort(interrupted())
      }
    })
  } finally {
    stopListening()
  }
}

/** Returns the URL of the server: the given one, or that in the environment, or the default. */
export function serverUrl(given: string | undefined, io: Pick<CliIo, "environment">): string {
  return given ?? (io.environment["LECTERN_URL"] || DEFAULT_URL)
}

type Run<Result> = (client: LecternClient, isLocal: boolean) => Promise<Result>

async function runRemotely<Result>(
  options: ConnectionOptions,
  { entryPoints, io }: SessionNeeds,
  run: Run<Result>,
): Promise<Result> {
  if (options.dataDir !== undefined) {
    throw new CliFailure(EXIT_CODES.usage, "--data-dir requires --local: a running server has its own data directory")
  }
  const url = serverUrl(options.url, io)
  const apiKey = options.apiKey ?? (io.environment["LECTERN_API_KEY"] || (await readCredential(io, url))?.apiKey)
  return run(new LecternClient({ url, apiKey, source: "cli", userAgent: `lectern-cli/${entryPoints.version}` }), false)
}

async function runLocally<Result>(
  options: ConnectionOptions,
  { entryPoints, worker = false, mayCreate = false }: SessionNeeds,
  run: Run<Result>,
): Promise<Result> {
  if (options.url !== undefined) {
    throw new CliFailure(EXIT_CODES.usage, "--url and --local cannot be combined: remove one of them")
  }
  const { dataDir } = options
  // Otherwise, a question in the wrong folder would be answered by a new, empty instance.
  if (!mayCreate) await entryPoints.findDataDir({ dataDir })
  const server = await entryPoints.openLocal({ worker, dataDir })
  try {
    const { url, apiKey, fetch } = server
    return await run(new LecternClient({ url, apiKey, fetch, source: "cli", maxRetries: 0 }), true)
  } finally {
    await server.close()
  }
}

function interrupted(): CliFailure {
  return new CliFailure(EXIT_CODES.interrupted, "interrupted")
}
