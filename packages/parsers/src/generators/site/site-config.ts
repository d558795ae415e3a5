import type { NamedDescription } from "./named-descriptions.ts"
import type { NavigationEntry } from "./navigation.ts"

/** Returns the text of another file of the source; undefined when it does not exist or is not known yet. */
export type ReadText = (path: string) => string | undefined

/** A configuration file of a site. */
export interface ConfigFile {
  readonly path: string
  /** Folder of the site: the one that the file is in, or above the tool's own folder. Empty for the root. */
  readonly folder: string
  readonly text: string
  readonly read: ReadText
}

/** A navigation, and the folders in which its targets are looked up. */
export interface SiteNavigation {
  readonly entries: readonly NavigationEntry[]
  readonly bases: readonly string[]
  /** Descriptions of APIs that the tool makes pages of. */
  readonly descriptions?: readonly NamedDescription[] | undefined
}

/** Parses the navigation of one documentation tool. */
export interface SiteConfigReader {
  /** Names of its configuration files, with folders where they are in one of the tool's own. */
  readonly files: readonly string[]
  /** @returns undefined when the file belongs to another tool that uses the same name. */
  readNavigation(file: ConfigFile): SiteNavigation | undefined
}

/** Order and labels that a file sets for the folder it is in. */
export interface FolderConfig {
  /** Position of the folder among its siblings. */
  readonly position?: number | undefined
  /** Label of the folder. */
  readonly label?: string | undefined
  /** Names of pages and folders inside it, in order. A folder has one such list: the first that a tool finds. */
  readonly entries?: readonly { readonly name: string; readonly label?: string | undefined }[]
}

/** Parses the files with which one documentation tool orders the folders that they are in. */
export interface FolderConfigReader {
  readonly files: readonly string[]
  readConfig(file: ConfigFile): FolderConfig | undefined
}
