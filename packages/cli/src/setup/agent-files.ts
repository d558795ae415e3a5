import { homedir } from "node:os"
import { posix, win32 } from "node:path"

/** Where files of a person and of a project lie. */
export interface Place {
  readonly platform: NodeJS.Platform
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Folder of the project. */
  readonly project: string
}

/** Joins as the platform does, whichever the tests run on. */
export function joinPath(place: Place, ...parts: readonly string[]): string {
  return (place.platform === "win32" ? win32 : posix).join(...parts)
}

/** Gives the home folder of the person. */
export function homeOf({ environment, platform }: Place): string {
  return (platform === "win32" ? environment["USERPROFILE"] : environment["HOME"]) || homedir()
}

/** Gives the folder for settings that follow the XDG rules: `~/.config`, on every system. */
export function settingsFolder(place: Place): string {
  return place.environment["XDG_CONFIG_HOME"] || joinPath(place, homeOf(place), ".config")
}

/** Gives the folder in which desktop applications keep their settings on this system. */
export function applicationFolder(place: Place): string {
  switch (place.platform) {
    case "darwin":
      return joinPath(place, homeOf(place), "Library", "Application Support")
    case "win32":
      return place.environment["APPDATA"] || joinPath(place, homeOf(place), "AppData", "Roaming")
    default:
      return settingsFolder(place)
  }
}
