import type { ServerEntryPoints } from "@lectern/cli"
import { findDataDir } from "../find-data-dir.ts"
import { settingsOf } from "../settings-of-flags.ts"
import { backupInstance } from "./backup-instance.ts"
import { moveInstance } from "./move-instance.ts"
import { restoreInstance } from "./restore-instance.ts"

type Given<Name extends "moveInstance" | "backup" | "restore"> = Parameters<ServerEntryPoints[Name]>[0]

/** `lectern migrate --to`, with the settings of the environment. */
export async function moveWith({ to, blobs, onProgress, ...flags }: Given<"moveInstance">) {
  findDataDir(flags)
  return await moveInstance(settingsOf(flags), { to, blobs }, onProgress)
}

/** `lectern backup`, with the settings of the environment. */
export async function backUpWith({ folder, keep, onProgress, ...flags }: Given<"backup">) {
  findDataDir(flags)
  return await backupInstance(settingsOf(flags), folder, { keep, onProgress })
}

/** `lectern restore`, with the settings of the environment. */
export async function restoreWith({ folder, name, onProgress, ...flags }: Given<"restore">) {
  return await restoreInstance(settingsOf(flags), folder, { name, onProgress })
}
