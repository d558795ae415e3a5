import type { NamedDescription } from "./named-descriptions.ts"
import type { NavigationEntry } from "./navigation.ts"

/** Returns the text of another file of the source; undefined if it does not exist or has not been read yet. */
export type ReadText = (path: string) => string | undefined

/** A configuration file of a site. */
export interface ConfigFile {
  readonly path: string
  /** Folder of the site: the one that contains the file, or the parent of the tool's own folder. Empty for the root. */
  readonly folder: string
  readonly text: string
  readonly read: ReadText
}

/** A navigation, and the folders that its targets are relative to. */
export interface SiteNavigation {
  readonly entries: readonly NavigationEntry[]
  readonly bases: readonly string[]
  /** API descriptions from which the tool generates pages. */
  readonly descriptions?: readonly NamedDescription[] | undefined
}

/** Parses the navigation of one documentation tool. */
export interface SiteConfigReader {
  /** Names of the tool's configuration files, with the folder if they are in one of the tool's own. */
  readonly files: readonly string[]
  /** Reads the navigation of a file. @returns undefined if the file belongs to another tool with the same file name. */
  readNavigation(file: ConfigFile): SiteNavigation | undefined
}

/** Order and labels that a file sets for its folder. */
export interface FolderConfig {
  /** Position of the folder among its siblings. */
  readonly position?: number | undefined
  /** Label of the folder. */
  readonly label?: string | undefined
  /** Names of pages and folders inside it, in order. A folder has only one such list: the first that a tool finds. */
  readonly entries?: readonly { readonly name: string; readonly label?: string | undefined }[]
}

/** Parses the files with which a documentation tool orders the folders that contain them. */
export interface FolderConfigReader {
  readonly files: readonly string[]
  readConfig(file: ConfigFile): FolderConfig | undefined
}
