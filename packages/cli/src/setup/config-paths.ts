import { homedir } from "node:os"
import { posix, win32 } from "node:path"

/** The machine, user and project whose files are configured. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The project's folder. */
  readonly project: string
}

/** Joins paths by the rules of the machine's platform, so that tests cover all platforms. */
export function joinPath(machine: Machine, ...parts: readonly string[]): string {
  return (machine.platform === "win32" ? win32 : posix).join(...parts)
}

/** Returns the user's home folder. */
export function homeOf({ environment, platform }: Machine): string {
  return (platform === "win32" ? environment["USERPROFILE"] : environment["HOME"]) || homedir()
}

/** Returns the folder for settings according to the XDG rules, on every system: `~/.config`. */
export function settingsFolder(machine: Machine): string {
  return machine.environment["XDG_CONFIG_HOME"] || joinPath(machine, homeOf(machine), ".config")
}

/** Returns the folder where desktop applications keep their settings on this system. */
export function applicationFolder(machine: Machine): string {
  switch (machine.platform) {
    case "darwin":
      return joinPath(machine, homeOf(machine), "Library", "Application Support")
    case "win32":
      return machine.environment["APPDATA"] || joinPath(machine, homeOf(machine), "AppData", "Roaming")
    default:
      return settingsFolder(machine)
  }
}
