import { type AuditEntry, LIMITS } from "@lectern/contract"
import { type Command, InvalidArgumentError } from "commander"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import { printResponse } from "../../session/print-response.ts"
import { saveStream, STDOUT } from "../../terminal/save-stream.ts"
import {
  type ApiOptions,
  apiCommand,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"

interface ListOptions extends ApiOptions {
  readonly limit: number
}

interface ExportOptions extends ApiOptions {
  readonly force?: boolean | undefined
}

/** `lectern audit`: shows and saves the audit log. */
export function auditCommand(context: CommandContext): Command {
  return newCommand("audit", "show or save the audit log, including rejected attempts", [
    "audit list --limit 20",
    "audit export audit.jsonl",
  ])
    .addCommand(listCommand(context))
    .addCommand(exportCommand(context))
}

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "show the latest entries of the audit log", ["audit list --limit 20"])
    .option(
      "--limit <number>",
      `number of entries, 1 to ${LIMITS.jobsPageMaxCount}`,
      parseLimit,
      LIMITS.jobsPageDefaultCount,
    )
    .action((options: ListOptions) =>
      printResponse(context, options, {
        request: ({ client, signal }) => client.admin.listAudit({ limit: options.limit }, { signal }),
        describe: ({ entries }) => entries.map(describeEntry),
        note: ({ nextCursor }) =>
          nextCursor === null ? undefined : "save older entries with: lectern audit export <file>",
      }),
    )
}

/** @throws {InvalidArgumentError} */
function parseLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LIMITS.jobsPageMaxCount) return limit
  throw new InvalidArgumentError(`Must be a whole number from 1 to ${LIMITS.jobsPageMaxCount}.`)
}

function exportCommand(context: CommandContext): Command {
  return apiCommand("export <file>", "save the audit log as JSON lines; - writes it to standard output", [
    "audit export audit.jsonl",
    "audit export - | jq -r .action | sort | uniq -c",
  ])
    .option("--force", "overwrite the file if it exists")
    .action((path: string, options: ExportOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const terminal = terminalOf(context, options)
        if (path === STDOUT && terminal.isJson) {
          throw new CliFailure(EXIT_CODES.usage, "--json and - cannot be combined: both write to standard output")
        }
        const body = await client.admin.exportAudit({ signal })
        if (path === STDOUT) {
          for await (const chunk of body) await terminal.writeResult(chunk)
          return
        }
        const bytes = await saveStream(body, { path, mayOverwrite: options.force === true })
        terminal.printJson({ file: path, bytes })
        terminal.print(`${bytes} bytes in ${path}`)
      }),
    )
}

function describeEntry({ at, actor, action, subject, outcome, address }: AuditEntry): string {
  const from = address === null ? "" : `  from ${address}`
  return `${at}  ${actor}  ${action}  ${subject}${outcome === "refused" ? "  refused" : ""}${from}`
}
