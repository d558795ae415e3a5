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
/** Number of runs without hostile files, which show how much the time varies by itself. */
const BENIGN_RUNS = 3
/** The formats of hostile files; each is used for one in four shapes. */
const ENDINGS = ["md", "rst", "html", "mdx"] as const

type Texts = Readonly<Record<string, string>>

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

/** Sets of hostile files. Each is added to the library that is indexed beside the job of another tenant. */
type Attacks = readonly { readonly name: string; readonly files: Texts }[]

/** Measures the job of another tenant, queued after a library with hostile files, and after the same one without them. */
async function tryNeighbour(library: Texts, isShort: boolean): Promise<readonly HardeningRow[]> {
  const benign = Object.fromEntries(Object.entries(library).slice(0, isShort ? 40 : FILE_COUNT))
  const hostile = Object.entries(SHAPES).map(([name, make], at) => ({
    name,
    files: { [`docs/hostile-${at}.${ENDINGS[at % ENDINGS.length]}`]: make(HOSTILE_CHARACTERS) },
  }))
  const all = { name: "every shape", files: Object.fromEntries(hostile.flatMap(({ files }) => Object.entries(files))) }
  const rows: HardeningRow[] = []
  for (const lanes of [1, 2]) {
    rows.push(await tryAttacks("a file of every shape", { benign, attacks: [all], lanes }))
    if (!isShort) rows.push(await tryAttacks("one hostile file", { benign, attacks: hostile, lanes }))
  }
  return rows
}

interface Neighbourhood {
  readonly benign: Texts
  readonly attacks: Attacks
  /** Number of jobs that the worker parses at the same time. */
  readonly lanes: number
}

async function tryAttacks(what: string, { benign, attacks, lanes }: Neighbourhood): Promise<HardeningRow> {
  const alone = await timeNeighbour(undefined, lanes)
  const besideMs: number[] = []
  for (let count = 0; count < BENIGN_RUNS; count++) besideMs.push((await timeNeighbour(benign, lanes)).ms)
  const usualMs = Math.max(...besideMs)
  const attackedMs: number[] = []
  const letThrough: string[] = []
  for (const { name, files } of attacks) {
    const { ms, state, besideState } = await timeNeighbour({ ...benign, ...files }, lanes)
    attackedMs.push(ms)
    if (state !== "succeeded") letThrough.push(`${name}: the job of the other tenant ended as ${state}`)
    if (besideState !== "succeeded") letThrough.push(`${name}: the hostile library ended as ${besideState}`)
    if (ms - usualMs > MAX_DELAY_MS) letThrough.push(`${name}: the other tenant's job took ${ms - usualMs} ms longer`)
  }
  const benignRange = `${Math.min(...besideMs)} to ${usualMs} ms without hostile files`
  const times = `alone ${alone.ms} ms, at most ${Math.max(...attackedMs)} ms beside it (${benignRange})`
  return {
    target: `job beside ${what}, ${lanes} at a time: ${times}`,
    tried: attacks.length,
    stopped: attacks.length - letThrough.length,
    letThrough,
  }
}

function page(number: number): string {
  const sections = Array.from({ length: 60 }, (_, at) => {
    const subject = `part ${at} of page ${number}`
    return `## How ${subject} works\n\nThis section explains ${subject}: call \`part${at}.open(${number})\` first.\n\n\`\`\`js\nconst part = open(${number}, ${at})\nawait part.read("${subject}")\n\`\`\`\n`
  })
  return `# Page ${number}\n\n${sections.join("\n")}`
}

async function index(texts: Texts): Promise<Outcome> {
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
