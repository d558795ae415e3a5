import type { LineAnchor } from "@lectern/engine"
import type { FormatName } from "@lectern/parsers"

/** Why a file of a source was left out. The report shows each reason with an explanation. */
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
  /**
   * Path inside the source, separated by `/`, without a leading slash; bytes that are not UTF-8 are percent-encoded.
   */
  readonly path: string
  readonly bytes: Uint8Array
  /** URL of the page for readers, pinned to the revision if the host supports it; without a line range. */
  readonly url: string
  /** How a line range is appended to `url` (`#L10-L20`); undefined if the host does not support it. */
  readonly lineAnchor?: LineAnchor | undefined
  /** Name of the format, if neither the file extension nor the first bytes show it. */
  readonly format?: FormatName | undefined
  /** Headings above the page in its source, outermost first: the section of the list that contains it. */
  readonly headings?: readonly string[] | undefined
  /** Title of the page in the site's navigation, for a page without its own title. */
  readonly title?: string | undefined
  /** Hash of the content (hex). */
  readonly contentHash: string
}

/**
 * An item of a source, in a stable order: a file, a file that was left out with the reason, or a file that could not be
 * fetched.
 */
export type SourceItem =
  | { readonly kind: "file"; readonly file: SourceFile }
  | {
      readonly kind: "left-out"
      readonly path: string
      readonly reason: LeftOutReason
      readonly detail?: string | undefined
      /** Number of files that the item stands for, if not one. */
      readonly fileCount?: number
    }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string }

/** A file that another page includes, or the reason why it could not be fetched. */
export type OtherFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "refused"; readonly reason: LeftOutReason }

/** Maximum size of such a file; defaults to 1 MB. */
export interface OtherLimits {
  readonly maxBytes: number
}

/** The source code of a source, from which documentation can be generated. */
export interface SourceCode {
  /** @returns report items that count all source files by extension, because none is read. */
  skipped(): readonly SourceItem[]
  /**
   * Fetches the files that are the library's own code: no tests, no third-party or generated files, and only in the
   * requested folders, if they contain code.
   */
  open(signal: AbortSignal): Promise<OpenedCode>
}

/** Fetched source code. */
export interface OpenedCode {
  /** Maximum number of files that `items` yields. */
  readonly fileCount: number
  readonly notes: readonly string[]
  /** Yields every source file once; files that are left out have a reason. */
  items(signal: AbortSignal): AsyncIterable<SourceItem>
}

/** A branch or tag of a source, and its revision. */
export interface SourceReference {
  readonly name: string
  readonly revision: string
}

/** A source at one revision; its items can be read once. */
export interface SourceSnapshot {
  /** Commit id (hex), or another string that changes whenever the content changes. */
  readonly revision: string
  /** Branch or tag of the revision; empty if the source has none. */
  readonly branch: string
  /** Text of the library config (`lectern.json` or `context7.json`), if the source contains one. */
  readonly manifestText?: string | undefined
  /** First 16,000 characters or so of the README at the root, for the title and description. */
  readonly readmeText?: string | undefined
  /** File name of the README, if it is a file. */
  readonly readmePath?: string
  /** Licences and package descriptions at the root, by name; missing if the source has no such files. */
  readonly projectTexts?: ReadonlyMap<string, string>
  /** Time of the revision, epoch milliseconds. */
  readonly committedAtMs?: number | undefined
  /** Remarks for the report, for instance about exclusions that were not applied. */
  readonly notes?: readonly string[]
  /**
   * True if the revision is the known one; `items` then yields nothing. False if the files have to be read again even if
   * the revision is the known one. If missing, the revision decides.
   */
  readonly unchanged?: boolean
  /** File with the responses of the hosts, for conditional requests next time; the caller of `close` may take it. */
  readonly archivePath?: string | undefined
  /** Branches and tags of the source, if it has any. */
  readonly branches?: readonly SourceReference[]
  readonly tags?: readonly SourceReference[]
  /** New URL of the source, if the host redirects permanently. */
  readonly movedTo?: string | undefined
  /** Maximum number of files that `items` yields, for progress. */
  readonly fileCount: number
  /** The source code, if there is any; `items` does not include it. */
  readonly code?: SourceCode
  /** Yields every file once, and throws the signal's reason if it is aborted. It is called only once per ingestion. */
  items(signal: AbortSignal): AsyncIterable<SourceItem>
  /** True if the files have no order, so that they are indexed in the order of the site's navigation. */
  readonly isFileTree?: boolean
  /**
   * Reads other files of the same revision, without following links.
   *
   * @param paths inside the source; `**` + `/a/b.java` means the file with the shortest path that ends like this.
   * @returns the files that were found, by requested path.
   */
  readOther?(
    paths: readonly string[],
    signal: AbortSignal,
    limits?: OtherLimits,
  ): Promise<ReadonlyMap<string, OtherFile>>
  /** Returns the URL of a file for readers, as in `items`; present if files can be requested by path. */
  fileUrl?(path: string): string
  /** Deletes all temporary files. Safe to call twice. */
  close(): Promise<void>
}
