import { execFile } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { openDirectoryBlobStore } from "../../blobs/open-directory-blob-store.ts"
import { aPage, buildTestIndex } from "@lectern/engine/testing"

const run = promisify(execFile)
const NODE_ARGUMENTS = ["--import", "tsx", "--conditions=lectern-source"]
const SCRIPT = fileURLToPath(new URL("same-answer.testing.ts", import.meta.url))
const QUESTIONS = 500

/** Numbers that look random and are the same everywhere (a linear congruential generator: Lehmer 1951). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const WORDS = `request response router path parameter cookie session template stream cache header middleware error
  handler config option async await client server socket token user password database query model field index table
  column migration transaction queue worker retry timeout signal thread task event listener plugin module import export`
  .split(/\s+/)
  .filter(Boolean)

const next = numbersFrom(20_261_121)
const words = (count: number) => Array.from({ length: count }, () => WORDS[next(WORDS.length)]).join(" ")

const pages = Array.from({ length: 40 }, (_, at) =>
  aPage(`guide/${at}.md`, words(2), [
    [1, words(2), `${words(30)}.`],
    ...Array.from({ length: 6 }, () => [2, words(3), `${words(40)}:`, `\`${words(12)}\``, `${words(60)}.`] as const),
  ]),
)

const questions = Array.from({ length: QUESTIONS }, (_, at) => ({
  query: at % 7 === 0 ? `Error: ${words(3)}\n    at ${words(1)} (/srv/app/x.js:1:2)\n${words(4)}` : words(1 + next(12)),
  ...(at % 5 === 0 ? { language: ["js", "python", "cobol"][next(3)] } : {}),
  tokens: 500 + next(5_000),
}))

describe("the same file and question", () => {
  let folder: string
  let questionsPath: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lectern-same-"))
    questionsPath = join(folder, "questions.json")
    await writeFile(questionsPath, JSON.stringify(questions))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function hashesFrom(indexPath: string): Promise<readonly string[]> {
    const { stdout } = await run(process.execPath, [...NODE_ARGUMENTS, SCRIPT, indexPath, questionsPath])
    return stdout.trim().split("\n")
  }

  it("give the same bytes for 500 questions in two processes, from a file as it was built and from the blob store", async () => {
    const { path } = buildTestIndex(pages)
    const blobs = await openDirectoryBlobStore(join(folder, "blobs"))
    const hash = await blobs.put(await readFile(path))

    const [built, stored] = await Promise.all([hashesFrom(path), hashesFrom(await blobs.localPath(hash))])

    expect(built).toHaveLength(QUESTIONS)
    expect(new Set(built).size).toBeGreaterThan(QUESTIONS / 2)
    expect(stored).toEqual(built)
  })
})
