import { dirname } from "node:path"

/** An error of the file system, in words. */
interface FileProblem {
  readonly reason: string
  readonly hint?: string
}

const DENIED: FileProblem = {
  reason: "permission denied",
  hint: "check the owner and permissions of the file and of the folders above it, or run the command as another user",
}

/** The errors of the file system that users can do something about, by code. */
const PROBLEMS: Readonly<Record<string, FileProblem>> = {
  ENOENT: { reason: "it does not exist", hint: "check the path, and that the folder that it is in exists" },
  ENOTDIR: { reason: "a part of the path is a file, not a folder", hint: "check the path" },
  EISDIR: { reason: "it is a folder, not a file", hint: "pass the path of a file" },
  EEXIST: { reason: "it already exists", hint: "choose another path" },
  EACCES: DENIED,
  EPERM: DENIED,
  EROFS: { reason: "the disk is mounted read-only", hint: "choose a path on another disk" },
  ENOSPC: { reason: "the disk is full", hint: "free some space, or choose a path on another disk" },
  EDQUOT: { reason: "your disk quota is used up", hint: "free some space, or choose a path on another disk" },
  EMFILE: { reason: "too many files are open", hint: "raise the limit, for example with: ulimit -n 4096" },
  ENAMETOOLONG: { reason: "the name is too long", hint: "choose a shorter path" },
}

/** Codes of a limit of the system on watched files. */
const TOO_MANY_WATCHED: ReadonlySet<string> = new Set(["ENOSPC", "EMFILE"])
const TOO_MANY: FileProblem = {
  reason: "too many files are watched on this machine",
  hint: "raise the limit, on Linux for example with: sudo sysctl fs.inotify.max_user_watches=524288",
}

/** What failed, by the name of the system call. */
const VERBS: Readonly<Record<string, string>> = {
  open: "open",
  read: "read",
  write: "write",
  scandir: "read",
  stat: "read",
  lstat: "read",
  access: "read",
  realpath: "read",
  mkdir: "create",
  mkdtemp: "create",
  rename: "write",
  copyfile: "copy",
  unlink: "delete",
  rm: "delete",
  rmdir: "delete",
  watch: "watch",
}

/** Returns the code of an error of the file system, such as `ENOENT`; undefined for any other error. */
export function fileErrorCode(thrown: unknown): string | undefined {
  const { code, syscall } = (thrown instanceof Error ? thrown : {}) as NodeJS.ErrnoException
  return syscall !== undefined && code !== undefined && Object.hasOwn(PROBLEMS, code) ? code : undefined
}

/** Returns true if this user may not read a file or folder. */
export function isDenied(thrown: unknown): boolean {
  const code = fileErrorCode(thrown)
  return code === "EACCES" || code === "EPERM"
}

/** An error of the file system as a message for users. */
export interface FileFailure {
  /** True if the file, or a folder above it, does not exist. */
  readonly isMissing: boolean
  readonly message: string
  readonly hint: string | undefined
}

/** What a command did with a file, for the message. */
export interface FileUse {
  /** As the user typed it; if omitted, that of the error. */
  readonly path?: string | undefined
  /** True if it was being written: what does not exist is then its folder. */
  readonly isWritten?: boolean | undefined
}

/**
 * Converts an error of the file system to a message with the path, the reason and what to do.
 *
 * @returns undefined if it is not an error of the file system, or has no path.
 */
export function explainFileError(thrown: unknown, { path, isWritten }: FileUse = {}): FileFailure | undefined {
  const code = fileErrorCode(thrown)
  if (code === undefined) return undefined
  const { syscall = "", path: ownPath, dest } = thrown as NodeJS.ErrnoException & { readonly dest?: string }
  const shown = path ?? dest ?? ownPath
  if (isWritten === true && code === "ENOENT" && shown !== undefined) return folderMissing(shown)
  const problem = syscall === "watch" && TOO_MANY_WATCHED.has(code) ? TOO_MANY : PROBLEMS[code]
  if (shown === undefined || problem === undefined) return undefined
  return {
    isMissing: code === "ENOENT" || code === "ENOTDIR",
    message: `cannot ${isWritten === true ? "write" : (VERBS[syscall] ?? "use")} ${shown}: ${problem.reason}`,
    hint: problem.hint,
  }
}

function folderMissing(path: string): FileFailure {
  return {
    isMissing: true,
    message: `cannot write ${path}: the folder ${dirname(path)} does not exist`,
    hint: "create the folder, or choose another path",
  }
}
