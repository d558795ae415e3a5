import type { ServeFlags } from "@lectern/cli"
import { readSettings, type Settings } from "../config/settings.ts"

/** Reads the settings from the environment; what stands on the command line wins over it. */
export function settingsOf({ host, port, dataDir }: ServeFlags): Settings {
  return readSettings({
    ...process.env,
    ...(host === undefined ? {} : { LECTERN_HOST: host }),
    ...(port === undefined ? {} : { LECTERN_PORT: String(port) }),
    ...(dataDir === undefined ? {} : { LECTERN_DATA_DIR: dataDir }),
  })
}
