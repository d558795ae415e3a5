import type { InstanceBackups } from "@lectern/contract"

/** Location of backups in examples. */
export const EXAMPLE_LOCATION = "/var/backups/lectern"

/** The storage properties of an instance that its commands depend on. */
export type InstanceStorage = Pick<InstanceBackups, "database" | "dataDir">

/** Quotes a value as one word for a shell. */
function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

/** Returns shell commands that set the settings for scheduled backups. */
export function scheduleSettings(location: string): string {
  return [
    `export LECTERN_BACKUP_TO=${shellWord(location)}`,
    "export LECTERN_BACKUP_INTERVAL_HOURS=24",
    "export LECTERN_BACKUP_KEEP=7",
  ].join("\n")
}

/** Returns the command that makes a backup immediately. */
export function backupCommand(location: string, keep: number, { dataDir }: InstanceStorage): string {
  return `npx lectern backup ${shellWord(location)} --keep ${keep} --data-dir ${shellWord(dataDir)}`
}

/** Returns the data directory to restore a backup into. It must be empty. */
export function restoredDirOf(dataDir: string): string {
  return `${dataDir}-restored`
}

/** Returns the command that restores a backup beside the instance that it was made from. */
export function restoreCommand(
  { name, location }: { readonly name: string; readonly location: string },
  { database, dataDir }: InstanceStorage,
): string {
  const environment = database === "postgres" ? "DATABASE_URL=postgres://USER@HOST/EMPTY_DATABASE " : ""
  const target = shellWord(restoredDirOf(dataDir))
  return `${environment}npx lectern restore ${shellWord(location)} --at ${shellWord(name)} --data-dir ${target}`
}

/** Returns the command that copies the encryption key, which no backup contains. */
export function keyCommand({ dataDir }: InstanceStorage): string {
  return `cp ${shellWord(`${dataDir}/encryption.key`)} ${shellWord(restoredDirOf(dataDir))}/`
}
