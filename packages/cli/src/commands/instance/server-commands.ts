import { type Command, InvalidArgumentError } from "commander"
import { type CommandContext, newCommand } from "../../session/command-context.ts"

const MAX_PORT = 65_535

interface ServeOptions {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly dataDir?: string | undefined
  readonly worker: boolean
}

interface DataDirOptions {
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

const DATA_DIR_OPTION = ["--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)"] as const

/** `lectern serve`: serves the API, MCP and the start page until it is stopped. */
export function serveCommand({ entryPoints }: CommandContext): Command {
  return newCommand("serve", "serve the API, MCP and the dashboard, with a worker in a separate process", [
    "serve",
    "serve --port 8080 --data-dir /var/lib/lectern",
    "serve --no-worker",
  ])
    .option("--host <address>", "address to listen on (default: LECTERN_HOST, else 127.0.0.1)")
    .option("--port <number>", "port to listen on, 0 for any free one (default: LECTERN_PORT, else 3000)", parsePort)
    .option(...DATA_DIR_OPTION)
    .option("--no-worker", "only answer requests; lectern work runs the jobs")
    .action(({ host, port, dataDir, worker }: ServeOptions) =>
      entryPoints.serve({
        worker,
        host,
        port,
        dataDir,
      }),
    )
}

/** `lectern work`: runs jobs until it is stopped. */
export function workCommand({ entryPoints }: CommandContext): Command {
  return newCommand("work", "run a worker for lectern serve --no-worker, on the same data directory", [
    "work",
    "work --data-dir /var/lib/lectern",
  ])
    .option(...DATA_DIR_OPTION)
    .action(({ dataDir }: DataDirOptions) => entryPoints.work({ dataDir }))
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > MAX_PORT) {
    throw new InvalidArgumentError(`Must be a number from 0 to ${MAX_PORT}.`)
  }
  return Number(text)
}
