import type { LineAnchor } from "@lectern/engine"
import type { FormatName } from "@lectern/parsers"

/** Why a file of a source was not read. One word per reason, shown in reports with its explanation. */
export type LeftOutReason =
  | "not_documentation"
  | "unread_format"
  | "excluded_folder"
  | "excluded_file"
  | "outside_folders"
  | "too_large"
  | "too_many_files"
  | "symbolic_link"
  | "submodule"
  | "lfs_pointer"
  | "binary"
  | "empty"
  | "not_text"
  | "translation"
  | "changelog"
  | "old_version"
  | "boilerplate"
  | "test_code"
  | "foreign_code"
  | "generated_code"
  | "no_public_symbols"
  | "duplicate"
  | "robots"
  | "noindex"
  | "redirected"
  | "not_found"
  | "soft_404"
  | "login_wall"
  | "script_only"
  | "out_of_time"
  | "archived"
  | "draft"

/** One file of a source, as bytes. */
export interface SourceFile {
  /** Path inside the source, `/`-separated, no leading slash; bytes that are not UTF-8 are percent-encoded. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Address of the page for a reader, pinned to the revision where the host allows it; without a line range. */
  readonly url: string
  /** Says how a line range is added to `url` (`#L10-L20`), or undefined when the host has no such form. */
  readonly lineAnchor?: LineAnchor
  /** Name of the format, where neither the ending of the path nor the first bytes tell it. */
  readonly format?: FormatName
  /** Headings of the source that the page stands under, outermost first: the section of a list that names it. */
  readonly headings?: readonly string[]
  /** Title that the navigation of the site gives the page, for one that has none itself. */
  readonly title?: string
  /** Content hash (hex), equal for equal bytes. */
  readonly contentHash: string
}

/**
 * What reading a source yields, in a stable order: files, every file that was left out with the reason, and those that
 * could not be got although they are there.
 */
export type SourceItem =
  | { readonly kind: "file"; readonly file: SourceFile }
  | {
      readonly kind: "left-out"
      readonly path: string
      readonly reason: LeftOutReason
      readonly detail?: string | undefined
      /** Number of files that the item stands for, when that is not one. */
      readonly fileCount?: number
    }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string }

/** A file that is no page of its own but is asked for by one, or why it is not read. */
export type OtherFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly reason: LeftOutReason }

/** How large such a file may be; 1 MB when nothing is said. */
export interface OtherLimits {
  readonly maxBytes: number
}

/** The source code of a source, which documentation can be generated from. */
export interface SourceCode {
  /** @returns report items for all of it, counted by ending: it is not read. */
  skipped(): readonly SourceItem[]
  /**
   * Gets the files that are the library's own: no tests, nothing that others or programs wrote, and of the folders that
   * were asked for those that hold code.
   */
  open(signal: AbortSignal): Promise<OpenedCode>
}

/** Source code that is here. */
export interface OpenedCode {
  /** Number of files that `items` will yield at most. */
  readonly fileCount: number
  readonly notes: readonly string[]
  /** Yields every file of source code once, those left out with the reason. */
  items(signal: AbortSignal): AsyncIterable<SourceItem>
}

/** A branch or tag of a source and the revision it stands for. */
export interface SourceReference {
  readonly name: string
  readonly revision: string
}

/** A source at one revision, open for reading once. */
export interface SourceSnapshot {
  /** Commit id (hex) or another word that is equal when nothing has changed. */
  readonly revision: string
  /** Branch or tag the revision was taken from; empty where the source has none. */
  readonly branch: string
  /** Text of the library's own manifest (`lectern.json`, else `context7.json`), when it carries one. */
  readonly manifestText?: string | undefined
  /** First 16,000 characters or so of the README at the root, for a title and description. */
  readonly readmeText?: string
  /** Name of its file, where it is one. */
  readonly readmePath?: string
  /** Texts of licences and descriptions of packages at the root, by name; missing where the source has no such files. */
  readonly projectTexts?: ReadonlyMap<string, string>
  /** When the revision was made, epoch milliseconds. */
  readonly committedAtMs?: number | undefined
  /** Sentences about how the source was read that belong into its report, for instance exclusions that were not applied. */
  readonly notes?: readonly string[]
  /** True: the revision is the one that was known already; nothing was read and `items` yields nothing. */
  readonly unchanged?: boolean
  /** File with the answers of the hosts, for asking only for what has changed the next time; whoever closes may take it. */
  readonly archivePath?: string | undefined
  /** Branches and tags that the source offers, where it has any. */
  readonly branches?: readonly SourceReference[]
  readonly tags?: readonly SourceReference[]
  /** Address that the source has moved to for good, as its host says. */
  readonly movedTo?: string | undefined
  /** Number of files that `items` will yield at most, for progress. */
  readonly fileCount: number
  /** Source code, where the source holds any; `items` does not speak of it. */
  readonly code?: SourceCode
  /** Yields every file once; stops with the reason of the signal when that is aborted. An ingestion calls it once. */
  items(signal: AbortSignal): AsyncIterable<SourceItem>
  /** True: the files have no order of their own and are indexed in the order of their site's navigation. */
  readonly isFileTree?: boolean
  /**
   * Reads files of any kind at the same revision, links not followed.
   *
   * @param paths inside the source; `**` + `/a/b.java` stands for the file whose path ends so, the shortest of several.
   * @returns what was found, by the path that was asked for.
   */
  readOther?(
    paths: readonly string[],
    signal: AbortSignal,
    limits?: OtherLimits,
  ): Promise<ReadonlyMap<string, OtherFile>>
  /** Address of a file for a reader, in the way of those of `items`; there where files may be asked for by their paths. */
  fileUrl?(path: string): string
  /** Removes everything that was put on disk. Safe to call twice. */
  close(): Promise<void>
}
