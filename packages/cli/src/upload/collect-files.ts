import { createHash } from "node:crypto"
import { createReadStream, type Dirent, type Stats } from "node:fs"
import { lstat, readdir } from "node:fs/promises"
import { basename, join } from "node:path"
import { pipeline } from "node:stream/promises"
import { isUploadablePath, LIMITS } from "@lectern/contract"
import { CliFailure, EXIT_CODES } from "../terminal/exit-codes.ts"
import { fileErrorCode, isDenied } from "../terminal/file-failure.ts"
import { type IgnoreRules, isIgnored, patternRules, readOuterRules, withRulesOf } from "./ignore-rules.ts"
import { isUnwantedFolder, unwantedReason } from "./unwanted-files.ts"

const MEBIBYTE = 2 ** 20
/** Maximum size of a file, except office documents; larger text files are data. */
const MAX_TEXT_BYTES = 5 * MEBIBYTE
const OFFICE = /\.(?:pdf|docx)$/i
/** Maximum number of entries in a folder that are searched. */
const MAX_ENTRIES = 500_000

/** A file to upload. */
export interface CollectedFile {
  /** Path inside the library. */
  readonly path: string
  /** Path on this machine. */
  readonly localPath: string
  readonly bytes: number
  readonly hash: string
}

/** Why files are not sent, in the words of the message about them. */
export type SkipReason =
  | "ignored"
  | "symbolic links"
  | "images, archives and other binary files"
  | "possible secrets"
  | "too large"
  | "unreadable"
  | "with a name that cannot be sent"

/** Files that are not sent, by reason. */
export type SkippedFiles = ReadonlyMap<SkipReason, number>

/** Options of the collection. */
export interface CollectOptions {
  /** Folders to collect from; all folders if empty. */
  readonly folders: readonly string[]
  readonly excludeFolders: readonly string[]
  readonly excludeFiles: readonly string[]
  readonly signal: AbortSignal
  /** Hashes of an earlier collection, by path on this machine, size and time. */
  readonly knownHashes?: Map<string, string> | undefined
}

interface OpenedFolder {
  readonly folder: string
  readonly prefix: string
  readonly entries: readonly Dirent[]
  /** Rules outside the folder. */
  readonly outer: IgnoreRules
}

/** Collects the files of one library from several paths. */
export class FileCollector {
  readonly files: CollectedFile[] = []
  readonly skipped = new Map<SkipReason, number>()
  /** Folders that this user may not read, by their path inside the library. */
  readonly unreadableFolders: string[] = []
  readonly #options: CollectOptions
  readonly #paths = new Set<string>()
  readonly #isExcluded: (path: string, isFolder: boolean) => boolean
  readonly #isChosen: (path: string) => boolean
  #totalBytes = 0
  #entryCount = 0

  constructor(options: CollectOptions) {
    this.#options = options
    const { folders, excludeFolders, excludeFiles } = options
    const excluded = patternRules([...excludeFolders.map(asFolderPattern), ...excludeFiles.map(anchored)])
    this.#isExcluded = (path, isFolder) => excluded.ignores(isFolder ? `${path}/` : path)
    const chosen = patternRules(folders.map(asFolderPattern))
    this.#isChosen = (path) => folders.length === 0 || chosen.ignores(path)
  }

  /**
   * Adds the files of a folder with all subfolders, except ignored ones.
   *
   * @param prefix path of the folder inside the library; empty for the library's root.
   * @throws {CliFailure} if there are more files or bytes than one upload can contain.
   * @throws an error of the file system if the folder itself cannot be read.
   */
  async addFolder(folder: string, prefix = ""): Promise<void> {
    const outer = await readOuterRules(folder)
    // A folder that the user named is collected even if the rules around it ignore it, such as the output of a build.
    const entries = await readdir(folder, { withFileTypes: true })
    await this.#addEntries({ folder, prefix, entries, outer: isIgnored(outer, folder, true) ? [] : outer })
  }

  /**
   * Adds one file that the user named, even if it is ignored. @throws {CliFailure} if it is too large or cannot be
   * read.
   */
  async addFile(localPath: string, path = basename(localPath)): Promise<void> {
    const facts = await lstat(localPath)
    const reason = sizeProblem(path, facts.size)
    if (reason !== undefined) throw new CliFailure(EXIT_CODES.usage, `cannot add ${localPath}: ${reason}`)
    await this.#take(localPath, path, facts)
  }

  async #walk(folder: string, prefix: string, outer: IgnoreRules): Promise<void> {
    try {
      const entries = await readdir(folder, { withFileTypes: true })
      await this.#addEntries({ folder, prefix, entries, outer })
    } catch (thrown) {
      // Nothing of a folder is sent without its rules, because they may exclude secrets. An unreadable folder or file
      // below this one has been handled there.
      if (!isDenied(thrown)) throw thrown
      this.unreadableFolders.push(prefix)
    }
  }

  async #addEntries({ folder, prefix, entries, outer }: OpenedFolder): Promise<void> {
    this.#options.signal.throwIfAborted()
    const rules = await withRulesOf(outer, folder)
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      if (++this.#entryCount > MAX_ENTRIES) throw tooMuch(`more than ${MAX_ENTRIES.toLocaleString("en")} entries`)
      const localPath = join(folder, entry.name)
      const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`
      if (entry.isSymbolicLink()) this.#skip("symbolic links")
      else if (entry.isDirectory()) {
        const isWanted = !isUnwantedFolder(entry.name) && !isIgnored(rules, localPath, true)
        if (isWanted && !this.#isExcluded(path, true)) await this.#walk(localPath, path, rules)
      } else if (entry.isFile()) await this.#consider(localPath, path, rules)
    }
  }

  async #consider(localPath: string, path: string, rules: IgnoreRules): Promise<void> {
    if (!this.#isChosen(path) || this.#isExcluded(path, false)) return
    if (isIgnored(rules, localPath, false)) return this.#skip("ignored")
    const unwanted = unwantedReason(basename(path))
    if (unwanted === "secret") return this.#skip("possible secrets")
    if (unwanted === "binary") return this.#skip("images, archives and other binary files")
    const facts = await lstat(localPath).catch((error: unknown) => (isDenied(error) ? "denied" : undefined))
    if (facts === "denied") return this.#skip("unreadable")
    // A name that is not UTF-8 does not lead to a file.
    if (facts === undefined || !isUploadablePath(path)) return this.#skip("with a name that cannot be sent")
    if (facts.size === 0) return
    if (sizeProblem(path, facts.size) !== undefined) return this.#skip("too large")
    await this.#take(localPath, path, facts).catch((error: unknown) => {
      if (!isDenied(error) && fileErrorCode(error) !== "ENOENT") throw error
      this.#skip("unreadable")
    })
  }

  async #take(localPath: string, shownPath: string, facts: Stats): Promise<void> {
    const path = shownPath.normalize("NFC")
    // Two spellings of the same name, on a system that distinguishes them.
    if (this.#paths.has(path)) return this.#skip("with a name that cannot be sent")
    const hash = await this.#hashOf(localPath, facts)
    this.#paths.add(path)
    this.#totalBytes += facts.size
    if (this.#paths.size > LIMITS.folderUploadMaxFiles)
      throw tooMuch(`more than ${LIMITS.folderUploadMaxFiles.toLocaleString("en")} files`)
    if (this.#totalBytes > LIMITS.folderUploadMaxBytesTotal)
      throw tooMuch(`more than ${LIMITS.folderUploadMaxBytesTotal / MEBIBYTE} MB`)
    this.files.push({ path, localPath, bytes: facts.size, hash })
  }

  async #hashOf(localPath: string, { size, mtimeMs }: Stats): Promise<string> {
    const key = `${localPath}\0${size}\0${mtimeMs}`
    const known = this.#options.knownHashes?.get(key)
    if (known !== undefined) return known
    const hash = createHash("sha256")
    await pipeline(createReadStream(localPath), hash, { signal: this.#options.signal })
    const digest = hash.digest("hex")
    this.#options.knownHashes?.set(key, digest)
    return digest
  }

  #skip(reason: SkipReason): void {
    this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + 1)
  }
}

function sizeProblem(path: string, bytes: number): string | undefined {
  const max = OFFICE.test(path) ? LIMITS.fileUploadMaxBytesPerFile : MAX_TEXT_BYTES
  return bytes > max ? `it is larger than ${max / MEBIBYTE} MB` : undefined
}

function tooMuch(what: string): CliFailure {
  return new CliFailure(
    EXIT_CODES.usage,
    `the folder has ${what}, which is more than one library can contain`,
    "add a subfolder, or leave folders out with --exclude-folder or a .gitignore",
  )
}

/** Anchors a pattern: one with a slash starts at the root, as on the server. */
function anchored(pattern: string): string {
  const plain = pattern
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/")
  return plain.includes("/") ? `/${plain}` : plain
}

function asFolderPattern(pattern: string): string {
  return `${anchored(pattern)}/`
}
