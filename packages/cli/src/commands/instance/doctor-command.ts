import type { Command } from "commander"
import { EXIT_CODES } from "../../terminal/exit-codes.ts"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import type { Diagnosis } from "../../session/server-entry-points.ts"
import { noteDataDir } from "./note-data-dir.ts"

interface DoctorOptions {
  readonly repair?: boolean | undefined
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

const COLOURS = { ok: "green", warning: "yellow", error: "red" } as const
/** Widths of the longest status and of the longest name of a check. */
const STATUS_WIDTH = 7
const CHECK_WIDTH = 14

/** `lectern doctor`: examines an instance and makes safe repairs. */
export function doctorCommand(context: CommandContext): Command {
  return newCommand("doctor", "check the catalogue, every stored file, the job queue, the key and the disk", [
    "doctor",
    "doctor --repair --data-dir /var/lib/lectern",
    "doctor --json",
  ])
    .option(
      "--repair",
      "repair what is safe: queue refreshes, remove unreferenced files, release jobs without a worker",
    )
    .option("--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)")
    .option("--json", "print the result as one JSON document")
    .action(async (options: DoctorOptions) => {
      await noteDataDir(context, options)
      const { repair, dataDir } = options
      const diagnosis = await context.entryPoints.doctor({ isRepairing: repair === true, dataDir })
      const terminal = terminalOf(context, options)
      terminal.printJson(diagnosis)
      for (const finding of diagnosis.findings) {
        for (const line of linesOf(finding, terminal.style)) terminal.print(line)
      }
      if (!diagnosis.isHealthy) context.exitWith(EXIT_CODES.failure)
    })
}

function linesOf(
  { check, status, summary, details, repairs }: Diagnosis["findings"][number],
  style: ReturnType<typeof terminalOf>["style"],
): readonly string[] {
  const indent = " ".repeat(STATUS_WIDTH + 2)
  return [
    `${style(COLOURS[status], status.padEnd(STATUS_WIDTH))}  ${check.padEnd(CHECK_WIDTH)}  ${summary}`,
    ...details.map((detail) => `${indent}${detail}`),
    ...repairs.map((repair) => `${indent}repaired: ${repair}`),
  ]
}
