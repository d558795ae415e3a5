import type { ServeFlags } from "@lectern/cli"
import { readSettings, type Settings } from "../config/settings.ts"

/** Reads the settings from the environment; flags on the command line take precedence. */
export function settingsOf(flags: ServeFlags): Settings {
  return readSettings(environmentOf(flags))
}

/** Returns the environment with the settings that flags on the command line replace. */
export function environmentOf({ host, port, dataDir }: ServeFlags): Readonly<Record<string, string | undefined>> {
  return {
    ...process.env,
    LECTERN_HOST: host ?? process.env["LECTERN_HOST"],
    LECTERN_PORT: port === undefined ? process.env["LECTERN_PORT"] : String(port),
    LECTERN_DATA_DIR: dataDir ?? process.env["LECTERN_DATA_DIR"],
  }
}
