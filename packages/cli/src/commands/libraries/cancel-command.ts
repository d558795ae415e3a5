import { describeJobState } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { type ApiOptions, apiCommand, type CommandContext, terminalOf } from "../../session/command-context.ts"

/** `lectern cancel <job>`: cancels a job. */
export function cancelCommand(context: CommandContext): Command {
  return apiCommand("cancel <job>", "cancel a job; the library keeps its old index", [
    "cancel 9eebaee70be746d612a3",
  ]).action((jobId: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const terminal = terminalOf(context, options)
      const job = await client.cancelJob(jobId, { signal })
      terminal.printJson(job)
      terminal.print(
        `${job.id}  ${job.cancelRequested && job.state === "running" ? "is being cancelled" : describeJobState(job)}`,
      )
    }),
  )
}
