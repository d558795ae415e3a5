import type { JobLogResponse } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"

/** `lectern jobs`: shows jobs. */
export function jobsCommand(context: CommandContext): Command {
  return newCommand("jobs", "show what jobs did", ["jobs log 9eebaee70be746d612a3"]).addCommand(jobLogCommand(context))
}

/** `lectern jobs log <job>`: prints the log of a job. */
function jobLogCommand(context: CommandContext): Command {
  return apiCommand("log <job>", "print what a job did: stages, counts, warnings, retries and errors", [
    "jobs log 9eebaee70be746d612a3",
    "jobs log 9eebaee70be746d612a3 --json > job.json",
  ]).action((jobId: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const terminal = terminalOf(context, options)
      const log = await client.readJobLog(jobId, { signal })
      terminal.printJson(log)
      for (const entry of log.entries) terminal.print(lineOf(entry))
    }),
  )
}

function lineOf({ at, level, event, fields }: JobLogResponse["entries"][number]): string {
  const values = Object.entries(fields).map(([name, value]) => `${name}=${String(value)}`)
  return [at, level.padEnd(5), event, ...values].join("  ")
}
