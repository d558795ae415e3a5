import type { IngestionReport } from "../../blobs/ingestion-report.ts"
import type { JobProgress } from "../../catalogue/jobs/records.ts"
import type { Document, SiteIdentity } from "@lectern/parsers"
import type { SourceItem } from "../../sources/base/source-file.ts"
import { LeftOutWarning } from "./left-out-warning.ts"

/** File names of front pages. */
const FRONT_PAGE = /(^|\/)_?(index|readme|intro|introduction|overview)\.\w+$/i
/** File names of pages that sites show at the address of their folder. */
const INDEX_PAGE = /(^|\/)_?(index|readme)\.\w+$/i
/** The folder of the start page of Antora, which introduces all modules beside it. */
const ANTORA_START_MODULE = /(?<=^|\/)modules\/ROOT\/pages\/$/
const ROOT_README = /^readme\.\w+$/i
/** Maximum number of possible front pages that are kept until all pages are known. */
const MAX_FRONT_PAGES = 40
/** Maximum number of files that a note names. */
const PATHS_NAMED = 3

/** Files that are left out, and the reason. */
type LeftOut = Omit<Extract<SourceItem, { kind: "left-out" }>, "kind">

/** A page that may introduce the documentation. */
interface FrontPage {
  readonly folder: string
  /** Smaller for pages closer to the root, and for index pages among those of one folder. */
  readonly distance: number
  readonly document: Document
}

/** Counts and lists the outcome for each file of a source. */
export class FileReport {
  readonly indexed: IngestionReport["indexed"][number][] = []
  readonly leftOut: IngestionReport["leftOut"][number][] = []
  readonly failed: IngestionReport["failed"][number][] = []
  tokens = 0
  snippets = 0
  /** Name and description of the site in its configuration. */
  site: SiteIdentity | undefined
  readonly #share = new LeftOutWarning()
  readonly #keptAsText: string[] = []
  /** Possible front pages, closest to the root first. */
  readonly #fronts: FrontPage[] = []
  #readme: Document | undefined
  #filesExpected: number

  /** @param filesExpected upper bound on the number of files, not counting those that are left out. */
  constructor(filesExpected: number) {
    this.#filesExpected = filesExpected
  }

  /** Records one file that is left out, or `fileCount` of them. */
  leaveOut({ path, reason, detail, fileCount }: LeftOut): void {
    this.leftOut.push({ path, reason, detail, fileCount })
    this.#share.add(reason, fileCount)
  }

  /** Warnings that most of the documentation was left out, or that files were indexed as plain text. Complete only after the last file. */
  get firstNotes(): readonly string[] {
    const share = this.#share.note(this.indexed.length + this.failed.length)
    return [...(share === undefined ? [] : [share]), ...keptAsTextNote(this.#keptAsText)]
  }

  /** Records a file that could not be parsed in its format. */
  keepAsText(path: string): void {
    this.#keptAsText.push(path)
  }

  /** Adds to the number of expected files. */
  expectMore(fileCount: number): void {
    this.#filesExpected += fileCount
  }

  /** @returns the lists for an ingestion report; they grow as files are added. */
  lists(): Pick<IngestionReport, "indexed" | "leftOut" | "failed"> {
    return { indexed: this.indexed, leftOut: this.leftOut, failed: this.failed }
  }

  /**
   * The front page: the only document, else the index page closest to the root whose folder contains at least half of the
   * pages (the first one if several are equally close), else the README at the root. Other index pages introduce only a part
   * of the documentation.
   */
  get frontDocument(): Document | undefined {
    const pagesIn = (folder: string) => this.indexed.filter(({ path }) => path.startsWith(folder)).length
    const isFront = ({ folder, document }: FrontPage) => hasText(document) && pagesIn(folder) >= this.indexed.length / 2
    return this.#fronts.find(isFront)?.document ?? this.#readme
  }

  /** True if there is no other front page than the README at the root. */
  get isReadmeFront(): boolean {
    return this.frontDocument === this.#readme
  }

  /** Pages that may introduce the documentation or a part of it, closest to the root first. */
  get introductions(): readonly Document[] {
    return this.#fronts.map(({ document }) => document)
  }

  /** Considers a document for the front page. */
  considerAsFront(path: string, document: Document): void {
    if (ROOT_README.test(path)) {
      this.#readme ??= document
      return
    }
    if (!FRONT_PAGE.test(path) && this.#filesExpected !== 1) return
    const folder = path.slice(0, path.lastIndexOf("/") + 1).replace(ANTORA_START_MODULE, "modules/")
    const distance = folder.split("/").length + (INDEX_PAGE.test(path) ? 0 : 0.5)
    const further = this.#fronts.findIndex((other) => other.distance > distance)
    this.#fronts.splice(further === -1 ? this.#fronts.length : further, 0, { folder, distance, document })
    if (this.#fronts.length > MAX_FRONT_PAGES) this.#fronts.pop()
  }

  progress(): JobProgress {
    return {
      filesTotal: Math.max(this.#filesExpected, this.indexed.length + this.leftOut.length + this.failed.length),
      filesDone: this.indexed.length,
      filesLeftOut: this.leftOut.length,
      filesFailed: this.failed.length,
      snippets: this.snippets,
      tokens: this.tokens,
    }
  }
}

function keptAsTextNote(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return []
  const others = paths.length > PATHS_NAMED ? ` and ${paths.length - PATHS_NAMED} more` : ""
  const named = `${paths.slice(0, PATHS_NAMED).join(", ")}${others}`
  return [`could not be parsed and were kept as plain text: ${named}`]
}

/** Returns true for a page with content or a description. A page with only a title can still name the library. */
function hasText({ blocks, description }: Document): boolean {
  return blocks.length > 0 || description !== undefined
}
