import type { InstanceBackups } from "@lectern/contract"

/** Location of backups in examples. */
export const EXAMPLE_LOCATION = "/var/backups/lectern"

/** The storage of an instance, as far as its commands depend on it. */
export type InstanceStorage = Pick<InstanceBackups, "database" | "dataDir">

/** Writes a value as one word of a shell. */
function shellWord(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`
}

/** Settings that schedule backups, as a shell sets them. */
export function scheduleSettings(location: string): string {
  return [
    `export LECTERN_BACKUP_TO=${shellWord(location)}`,
    "export LECTERN_BACKUP_INTERVAL_HOURS=24",
    "export LECTERN_BACKUP_KEEP=7",
  ].join("\n")
}

/** The command that makes a backup at once. */
export function backupCommand(location: string, keep: number, { dataDir }: InstanceStorage): string {
  return `npx lectern backup ${shellWord(location)} --keep ${keep} --data-dir ${shellWord(dataDir)}`
}

/** The data directory that a backup is restored into. Restoring needs an empty one. */
export function restoredDirOf(dataDir: string): string {
  return `${dataDir}-restored`
}

/** The command that restores a backup beside the instance that it was made from. */
export function restoreCommand(
  { name, location }: { readonly name: string; readonly location: string },
  { database, dataDir }: InstanceStorage,
): string {
  const environment = database === "postgres" ? "DATABASE_URL=postgres://USER@HOST/EMPTY_DATABASE " : ""
  const target = shellWord(restoredDirOf(dataDir))
  return `${environment}npx lectern restore ${shellWord(location)} --at ${shellWord(name)} --data-dir ${target}`
}

/** The command that copies the encryption key, which no backup contains. */
export function keyCommand({ dataDir }: InstanceStorage): string {
  return `cp ${shellWord(`${dataDir}/encryption.key`)} ${shellWord(restoredDirOf(dataDir))}/`
}
