import { SourceDamaged, SourceTimeout } from "../base/errors.ts"
import type { GitEnvironmentVariables } from "./git-environment.ts"
import { MAX_ANSWER_MS } from "./git-limits.ts"
import { startGit } from "./git-process.ts"

/** Kind and size of an object. */
export interface ObjectHeader {
  readonly objectId: string
  readonly type: string
  readonly sizeBytes: number
}

/** Reads objects through one git process that stays open. Responses arrive in the order of the requests. */
export interface ObjectReader {
  /**
   * @param name object id, or an expression such as `<id>^{commit}`; never untrusted text. Undefined if it does not
   *   exist.
   */
  facts(name: string): Promise<ObjectHeader | undefined>
  /** @returns the bytes; undefined if the object does not exist. The caller has checked the size. */
  contents(objectId: string): Promise<Buffer | undefined>
  /** Ends the process; pending requests are rejected. */
  close(): void
}

interface Question {
  readonly wantsContents: boolean
  resolve(answer: { readonly facts: ObjectHeader; readonly contents: Buffer } | undefined): void
  reject(error: unknown): void
}

const LINE_END = 0x0a

/**
 * Starts a reader of the objects in a repository.
 *
 * @param answerLimitMs maximum time for one object; after that, the process is killed and all requests are rejected.
 */
export function openObjectReader(
  directory: string,
  environment: GitEnvironmentVariables,
  answerLimitMs: number = MAX_ANSWER_MS,
): ObjectReader {
  const git = startGit(["cat-file", "--batch-command"], { directory, environment })
  const questions: Question[] = []
  const input = answerSplitter()
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  function rejectAll(error: Error = new SourceDamaged("the repository's objects could not be read")): void {
    isClosed = true
    clearTimeout(timer)
    for (const question of questions.splice(0)) question.reject(error)
  }
  /** Starts the time limit of the next response, if one is pending. */
  function watchNextAnswer(): void {
    clearTimeout(timer)
    if (questions.length === 0) return
    timer = setTimeout(() => {
      git.kill()
      rejectAll(new SourceTimeout(`git took longer than ${answerLimitMs / 1000} seconds to read one object`))
    }, answerLimitMs)
  }
  const onEnd = () => rejectAll()
  git.child.once("error", onEnd).once("close", onEnd)
  git.child.stdout.on("data", (chunk: Buffer) => {
    input.push(chunk)
    for (let next = questions[0]; next !== undefined; next = questions[0]) {
      const answer = input.next(next.wantsContents)
      if (answer === undefined) return
      questions.shift()
      watchNextAnswer()
      next.resolve(answer.found)
    }
  })

  function ask(
    command: string,
    wantsContents: boolean,
  ): Promise<{ facts: ObjectHeader; contents: Buffer } | undefined> {
    if (isClosed) return Promise.reject(new SourceDamaged("the object reader of the repository is closed"))
    return new Promise((resolve, reject) => {
      questions.push({ wantsContents, resolve, reject })
      if (questions.length === 1) watchNextAnswer()
      git.child.stdin.write(`${command}\n`)
    })
  }
  return {
    facts: async (name) => (await ask(`info ${name}`, false))?.facts,
    contents: async (objectId) => (await ask(`contents ${objectId}`, true))?.contents,
    close() {
      git.kill()
      rejectAll()
    },
  }
}

/** Splits the output into responses: `<id> <type> <size>` and, for contents, that many bytes and a line feed. */
function answerSplitter() {
  let chunks: Buffer[] = []
  let byteCount = 0
  let head: ObjectHeader | undefined

  function take(count: number): Buffer {
    const all = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, byteCount)
    chunks = [all.subarray(count)]
    byteCount = all.length - count
    return all.subarray(0, count)
  }
  function takeLine(): string | undefined {
    const all = take(0) && (chunks[0] ?? Buffer.alloc(0))
    const end = all.indexOf(LINE_END)
    return end < 0 ? undefined : take(end + 1).toString("latin1", 0, end)
  }
  return {
    push(chunk: Buffer): void {
      chunks.push(chunk)
      byteCount += chunk.length
    },
    /** @returns undefined until the response is complete. */
    next(
      wantsContents: boolean,
    ): { readonly found: { facts: ObjectHeader; contents: Buffer } | undefined } | undefined {
      if (head === undefined) {
        const line = takeLine()
        if (line === undefined) return undefined
        const [objectId = "", type = "", size] = line.split(" ")
        if (size === undefined) return { found: undefined }
        head = { objectId, type, sizeBytes: Number(size) }
      }
      if (wantsContents && byteCount < head.sizeBytes + 1) return undefined
      const facts = head
      head = undefined
      // Copied, because a page would otherwise keep the whole received chunk in memory.
      const contents = wantsContents ? Buffer.from(take(facts.sizeBytes + 1).subarray(0, -1)) : Buffer.alloc(0)
      return { found: { facts, contents } }
    },
  }
}
