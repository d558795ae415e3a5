import { countOf, formatCount } from "@lectern/contract"
import { type Command, InvalidArgumentError } from "commander"
import { type CommandContext, newCommand, terminalOf } from "../../session/command-context.ts"
import type { CopiedInstance, CopyProgress } from "../../session/server-entry-points.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import type { Terminal } from "../../terminal/terminal.ts"

interface DataDirOptions {
  readonly dataDir?: string | undefined
  readonly json?: boolean | undefined
}

interface MigrateOptions extends DataDirOptions {
  readonly to?: string | undefined
  readonly toBlobs?: string | undefined
}

interface BackupOptions extends DataDirOptions {
  readonly keep?: number | undefined
}

interface RestoreOptions extends DataDirOptions {
  readonly at?: string | undefined
}

const DATA_DIR_OPTION = ["--data-dir <folder>", "data directory (default: LECTERN_DATA_DIR, else ./data)"] as const
const JSON_OPTION = ["--json", "print the result as one JSON document"] as const

/** Copies omit the encryption key, because a stolen backup that contained it would reveal every stored token. */
const KEY_NOTE =
  "The encryption key is not part of the copy: set the same LECTERN_ENCRYPTION_KEY, or copy encryption.key from the data directory."

/** `lectern migrate`: updates the data directory to this release, or copies the instance to other storage. */
export function migrateCommand(context: CommandContext): Command {
  return newCommand("migrate", "update the data directory to this release, or move it to other storage with --to", [
    "migrate --data-dir /var/lib/lectern",
    "migrate --to postgres://lectern@db.example/lectern",
    "migrate --to postgres://lectern@db.example/lectern --to-blobs s3://documentation/lectern",
  ])
    .option("--to <target>", "copy everything to this database (postgres://...) or data directory")
    .option("--to-blobs <location>", "where to store index files and uploads: postgres or s3://BUCKET/PREFIX")
    .option(...DATA_DIR_OPTION)
    .option(...JSON_OPTION)
    .action(async ({ dataDir, to, toBlobs, json }: MigrateOptions) => {
      const terminal = terminalOf(context, { json })
      if (to === undefined) {
        if (toBlobs !== undefined) throw new CliFailure(EXIT_CODES.usage, "--to-blobs requires --to")
        await context.entryPoints.migrate({ dataDir })
        terminal.printJson({ message: "the data directory is up to date" })
        terminal.print("the data directory is up to date")
        return
      }
      const moved = await context.entryPoints.moveInstance({
        dataDir,
        to,
        blobs: toBlobs,
        onProgress: reportProgress(terminal),
      })
      terminal.printJson(moved)
      printCopy(terminal, "moved", moved)
      terminal.print(KEY_NOTE)
      const failures = moved.changedMeanwhile
        ? [
            "the instance changed while it was being copied: stop the server, empty the target, and run the command again",
          ]
        : []
      endCopy(context, terminal, [...failures, ...describeLost(moved, "instance")])
    })
}

/** `lectern backup`: backs up the instance, even while a server uses it. */
export function backupCommand(context: CommandContext): Command {
  return newCommand("backup", "back up the instance, even while a server uses it", [
    "backup /var/backups/lectern",
    "backup /var/backups/lectern --keep 7 --data-dir /var/lib/lectern",
    "backup s3://backups/lectern --keep 7",
  ])
    .argument("<location>", "folder or s3://BUCKET/PREFIX of the backups; they share their index files")
    .option("--keep <count>", "keep only this many backups, and delete older ones", parseCount)
    .option(...DATA_DIR_OPTION)
    .option(...JSON_OPTION)
    .action(async (location: string, { dataDir, keep, json }: BackupOptions) => {
      const terminal = terminalOf(context, { json })
      const made = await context.entryPoints.backup({ dataDir, location, keep, onProgress: reportProgress(terminal) })
      terminal.printJson(made)
      printCopy(terminal, `backup ${made.name}`, made)
      if (made.removed.length > 0) terminal.print(`removed: ${made.removed.join(", ")}`)
      terminal.print(KEY_NOTE)
      const { removalProblem, recordProblem } = made
      if (recordProblem !== undefined) {
        terminal.note(`the backup is complete, but the instance could not record it: ${recordProblem}`)
      }
      const failures =
        removalProblem === undefined
          ? []
          : [`the backup was made, but older ones could not be removed: ${removalProblem}`]
      endCopy(context, terminal, [...failures, ...describeLost(made, "instance")])
    })
}

/** `lectern restore`: restores a backup into an empty instance. */
export function restoreCommand(context: CommandContext): Command {
  return newCommand("restore", "restore a backup into an empty data directory or database", [
    "restore /var/backups/lectern",
    "restore /var/backups/lectern --at 2026-11-23T03-00-00.000Z --data-dir /var/lib/lectern",
  ])
    .argument("<location>", "folder or s3://BUCKET/PREFIX of the backups")
    .option("--at <backup>", "name of the backup (default: the newest one)")
    .option(...DATA_DIR_OPTION)
    .option(...JSON_OPTION)
    .action(async (location: string, { dataDir, at, json }: RestoreOptions) => {
      const terminal = terminalOf(context, { json })
      const restored = await context.entryPoints.restore({
        dataDir,
        location,
        name: at,
        onProgress: reportProgress(terminal),
      })
      terminal.printJson(restored)
      printCopy(terminal, `restored ${restored.name}`, restored)
      terminal.print(KEY_NOTE)
      endCopy(context, terminal, describeLost(restored, "backup"))
    })
}

/**
 * Reports progress for every tenth of the files, because a line for each file would hide everything else. The files are
 * copied in two rounds; the second one copies only what was added during the first, so only its end is reported.
 */
function reportProgress(terminal: Terminal): (progress: CopyProgress) => void {
  let toldTenths = 0
  let lastDone = 0
  let isSecondRound = false
  return (progress) => {
    if (progress.step !== "blobs" || progress.total === 0) return
    const { done, total } = progress
    isSecondRound ||= done <= lastDone
    lastDone = done
    const counted = `${formatCount(done)} of ${formatCount(total)}`
    if (isSecondRound) {
      if (done === total) terminal.note(`checked for files that were added meanwhile: ${counted}`)
      return
    }
    const tenths = Math.floor((10 * done) / total)
    if (tenths > toldTenths) terminal.note(`copied index files and uploads: ${counted}`)
    toldTenths = tenths
  }
}

function printCopy(terminal: Terminal, title: string, { rows, blobs, blobsThere }: CopiedInstance): void {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  terminal.print(
    `${title}: ${countOf(rows["library"] ?? 0, "library", "libraries")}, ${countOf(all, "row")}, ${countOf(blobs, "index file or upload", "index files and uploads")} (${blobsThere} already there)`,
  )
}

/** Returns a message if the copy lacks files of its original, so that nobody takes it for a whole one. */
function describeLost({ blobs, blobsLost }: CopiedInstance, original: "instance" | "backup"): readonly string[] {
  if (blobsLost.length === 0) return []
  const count = `${formatCount(blobsLost.length)} of ${countOf(blobs, "index file or upload", "index files and uploads")}`
  return [
    `everything was copied except ${count}, missing or damaged in the ${original}. lectern doctor lists the libraries that need a refresh`,
  ]
}

/** Ends a copy that was made. The result has already been printed, so failures must not print a second JSON document. */
function endCopy(context: CommandContext, terminal: Terminal, failures: readonly string[]): void {
  for (const failure of failures) terminal.note(`${terminal.styleNote("red", "lectern:")} ${failure}`)
  if (failures.length > 0) context.exitWith(EXIT_CODES.failure)
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("Must be a number from 1 to 999999.")
  return Number(text)
}
