import { homedir } from "node:os"
import { posix, win32 } from "node:path"

/** Where files of a person and of a project lie. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of the project. */
  readonly project: string
}

/** Joins as the platform does, whichever the tests run on. */
export function joinPath(machine: Machine, ...parts: readonly string[]): string {
  return (machine.platform === "win32" ? win32 : posix).join(...parts)
}

/** Gives the home folder of the person. */
export function homeOf({ environment, platform }: Machine): string {
  return (platform === "win32" ? environment["USERPROFILE"] : environment["HOME"]) || homedir()
}

/** Gives the folder for settings that follow the XDG rules: `~/.config`, on every system. */
export function settingsFolder(machine: Machine): string {
  return machine.environment["XDG_CONFIG_HOME"] || joinPath(machine, homeOf(machine), ".config")
}

/** Gives the folder in which desktop applications keep their settings on this system. */
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
