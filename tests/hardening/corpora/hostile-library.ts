import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { HardeningOptions, HardeningRow } from "../corpus.ts"
import { createIndexBuilder, FileReport, fileItem, indexFiles, textSource } from "../product.ts"
import { timeNeighbour } from "../neighbour.ts"
import { SHAPES } from "../shapes.ts"

export const name = "one hostile file in a library"

const FILE_COUNT = 200
const HOSTILE_CHARACTERS = 100_000
/** Maximum factor by which a hostile file may slow down a library. */
const MAX_FACTOR = 2
/**
 * Maximum delay of another tenant's job caused by a hostile library, compared with the same library without its hostile
 * files.
 */
const MAX_DELAY_MS = 30_000
/** The formats of hostile files; each is used for one in four shapes. */
const ENDINGS = ["md", "rst", "html", "mdx"] as const

interface Outcome {
  readonly ms: number
  readonly indexedCount: number
  readonly accountedCount: number
}

/**
 * Tests libraries of 200 files, one of which is hostile, with one library for each shape. The other 199 files must be
 * indexed in about the usual time.
 */
export async function run({ isShort }: HardeningOptions): Promise<readonly HardeningRow[]> {
  const library = Object.fromEntries(
    Array.from({ length: FILE_COUNT - 1 }, (_, at) => [`docs/page-${at}.md`, page(at)]),
  )
  await index(library)
  const benign = Math.min((await index(library)).ms, (await index(library)).ms)
  const shapes = Object.entries(SHAPES).filter((_, at) => !isShort || at % 16 === 0)
  const letThrough: string[] = []
  let stopped = 0
  for (const [at, [shape, make]] of shapes.entries()) {
    const path = `docs/page-100-hostile.${ENDINGS[at % ENDINGS.length]}`
    const outcome = await index({ ...library, [path]: make(HOSTILE_CHARACTERS) })
    const isWhole = outcome.indexedCount >= FILE_COUNT - 1 && outcome.accountedCount === FILE_COUNT
    if (!isWhole) letThrough.push(`${shape}: ${outcome.indexedCount} indexed, ${outcome.accountedCount} accounted for`)
    else if (outcome.ms > MAX_FACTOR * benign) letThrough.push(`${shape}: ${outcome.ms} ms instead of ${benign} ms`)
    if (outcome.indexedCount < FILE_COUNT) stopped++
  }
  return [
    { target: `${FILE_COUNT} files, ${benign} ms`, tried: shapes.length, stopped, letThrough },
    ...(await tryNeighbour(library, isShort)),
  ]
}

/**
 * Measures the job of another tenant, queued after a library with a file of every shape, and after one without these
 * files.
 */
async function tryNeighbour(
  library: Readonly<Record<string, string>>,
  isShort: boolean,
): Promise<readonly HardeningRow[]> {
  const benign = Object.fromEntries(Object.entries(library).slice(0, isShort ? 40 : FILE_COUNT))
  const hostile = Object.fromEntries(
    Object.values(SHAPES).map((make, at) => [
      `docs/hostile-${at}.${ENDINGS[at % ENDINGS.length]}`,
      make(HOSTILE_CHARACTERS),
    ]),
  )
  const rows: HardeningRow[] = []
  for (const lanes of [1, 2]) {
    const alone = await timeNeighbour(undefined, lanes)
    const beside = await timeNeighbour(benign, lanes)
    const attacked = await timeNeighbour({ ...benign, ...hostile }, lanes)
    const delayMs = attacked.ms - beside.ms
    const letThrough: string[] = []
    if (attacked.state !== "succeeded") letThrough.push(`the job of the other tenant ended as ${attacked.state}`)
    if (attacked.besideState !== "succeeded") letThrough.push(`the hostile library ended as ${attacked.besideState}`)
    if (delayMs > MAX_DELAY_MS) letThrough.push(`the job of the other tenant took ${delayMs} ms longer`)
    const times = `alone ${alone.ms} ms, beside it ${attacked.ms} ms (${beside.ms} ms without hostile files)`
    rows.push({
      target: `neighbour, ${lanes} lanes: ${times}`,
      tried: 1,
      stopped: letThrough.length === 0 ? 1 : 0,
      letThrough,
    })
  }
  return rows
}

function page(number: number): string {
  const sections = Array.from({ length: 60 }, (_, at) => {
    const subject = `part ${at} of page ${number}`
    return `## How ${subject} works\n\nThis section explains ${subject}: call \`part${at}.open(${number})\` first.\n\n\`\`\`js\nconst part = open(${number}, ${at})\nawait part.read("${subject}")\n\`\`\`\n`
  })
  return `# Page ${number}\n\n${sections.join("\n")}`
}

async function index(texts: Readonly<Record<string, string>>): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-hardening-"))
  try {
    const fileReport = new FileReport(FILE_COUNT)
    const builder = createIndexBuilder(join(folder, "index.db"))
    const source = {
      ...textSource({}),
      async *items() {
        for (const [path, text] of Object.entries(texts)) yield fileItem(path, Buffer.from(text))
      },
      readOther: () => Promise.resolve(new Map()),
    }
    const { signal } = new AbortController()
    const before = process.cpuUsage()
    await indexFiles({
      snapshot: source,
      builder,
      fileReport,
      workDirectory: folder,
      signal,
      onProgress: () => undefined,
    })
    builder.finish()
    const { user, system } = process.cpuUsage(before)
    const { indexed, failed, leftOut } = fileReport
    return {
      ms: Math.round((user + system) / 1000),
      indexedCount: indexed.length,
      accountedCount: indexed.length + failed.length + leftOut.length,
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
