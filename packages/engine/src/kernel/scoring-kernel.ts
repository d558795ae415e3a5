import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { BrokenInstallation } from "@lectern/parsers"
import { packageRootOf } from "@lectern/parsers/package-root"
import { type Layout, LAYOUT_NAMES } from "../index/layout.ts"
import type { TermPostings } from "../index/open-index.ts"

/** The build puts it there, from `packages/engine/assembly` (docs/decisions/0046-scoring-in-webassembly.md). */
const KERNEL = new URL("dist/kernels/scoring.wasm", packageRootOf(import.meta.url))

const PAGE_BYTES = 65_536
/** Room at the beginning that nothing uses, so that no array has the address 0. */
const FIRST_ADDRESS = 1_024
const ALIGNMENT = 16
const NUMBER_BYTES = 4
/** An entry of a list has at most five bytes of number and one of frequencies. */
const ENTRY_BYTES = 6
/** Grown by so much more than is needed, so that a library that grows a little asks for no more. */
const SPARE = 1.25

/** What scoring does not need; all others hold numbers of four bytes. */
const NOT_SCORED = new Set<keyof Layout>(["snippetTokens", "snippetCode"])
const LAYOUT_ARRAYS = LAYOUT_NAMES.filter((name) => !NOT_SCORED.has(name))

type SumName = "snippetScore" | "sectionScore" | "subtreeScore" | "pageScore"

/** How many places an index has at each level. */
export interface LevelCounts {
  readonly snippets: number
  readonly sections: number
  readonly subtrees: number
  readonly pages: number
}

/** What an index is scored with: its layout, and the constants of the formula by their names in the kernel. */
export interface KernelInput {
  readonly layout: Layout
  readonly counts: LevelCounts
  readonly constants: Readonly<Record<string, number>>
}

/** What the kernel has found, best first, and the sums it comes from; overwritten by the next question. */
export interface KernelBest {
  readonly count: number
  readonly snippets: Uint32Array
  readonly scores: Float32Array
  readonly sums: Readonly<Record<SumName, Float32Array>>
}

/** What is used of WebAssembly here: the types of Node do not have it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  addTerm(
    list: number,
    snippetsEnd: number,
    headingsEnd: number,
    titlesEnd: number,
    weightInSections: number,
    weightOnPages: number,
  ): number
  findBest(limit: number): number
}

/** Where everything of one index lies, in bytes. */
interface MemoryPlan {
  readonly addresses: ReadonlyMap<string, number>
  readonly lists: number
  readonly end: number
}

function planMemory({ layout, counts }: KernelInput): MemoryPlan {
  const { snippets, sections, subtrees, pages } = counts
  const rooms: readonly (readonly [name: string, numbers: number])[] = [
    ...LAYOUT_ARRAYS.map((name) => [name, layout[name].length] as const),
    ["snippetScore", snippets],
    ["sectionScore", sections],
    ["subtreeScore", subtrees],
    ["pageScore", pages],
    ["headingPart", sections],
    ["headedSections", sections],
    ["snippetPlaces", snippets],
    ["snippetTenths", snippets],
    ["sectionPlaces", sections],
    ["sectionTenths", sections],
    ["subtreePlaces", subtrees],
    ["subtreeTenths", subtrees],
    ["pagePlaces", pages],
    ["pageTenths", pages],
    ["bestSnippets", snippets],
    ["bestScores", snippets],
  ]
  const addresses = new Map<string, number>()
  let end = FIRST_ADDRESS
  for (const [name, numbers] of rooms) {
    addresses.set(name, end)
    end += Math.ceil((NUMBER_BYTES * numbers + ALIGNMENT) / ALIGNMENT) * ALIGNMENT
  }
  // After the lists there is room for what a damaged one makes the kernel read beyond its end.
  return { addresses, lists: end, end: end + ENTRY_BYTES * (snippets + sections + pages) + ALIGNMENT }
}

/**
 * Adds up the evidence of terms in memory of its own. One serves all indexes of the process, since scoring never waits; the
 * index asked last stays in it.
 */
class ScoringKernel {
  private readonly exports: KernelExports
  private readonly variables: Readonly<Record<string, { value: number }>>
  private loaded: KernelInput | undefined
  private bytes = new Uint8Array(0)
  private plan: MemoryPlan = { addresses: new Map(), lists: 0, end: 0 }
  private best: KernelBest | undefined

  constructor() {
    if (!existsSync(KERNEL)) throw new BrokenInstallation("the scoring kernel is missing: build the program again")
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(fileURLToPath(KERNEL))))
    this.exports = exports as KernelExports
    this.variables = exports as Readonly<Record<string, { value: number }>>
  }

  /** Makes ready for a question: loads the index unless it was asked last, and sets all sums to zero. */
  begin(input: KernelInput): void {
    if (this.loaded === input) {
      const from = this.addressOf("snippetScore")
      this.bytes.fill(0, from, this.addressOf("headingPart"))
    } else {
      this.load(input)
    }
  }

  private load(input: KernelInput): void {
    this.loaded = undefined
    const plan = planMemory(input)
    const { memory } = this.exports
    const missing = plan.end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil((missing + (SPARE - 1) * plan.end) / PAGE_BYTES))
    this.plan = plan
    this.bytes = new Uint8Array(memory.buffer)
    for (const name of LAYOUT_ARRAYS) {
      const { buffer, byteOffset, byteLength } = input.layout[name]
      this.bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.addressOf(name))
    }
    this.bytes.fill(0, this.addressOf("snippetScore"), plan.lists)
    const { snippets, sections, pages } = input.counts
    this.set({ ...Object.fromEntries(plan.addresses), ...input.constants, snippets, sections, pages })
    const numbers = (name: string, count: number) => new Float32Array(memory.buffer, this.addressOf(name), count)
    this.best = {
      count: 0,
      snippets: new Uint32Array(memory.buffer, this.addressOf("bestSnippets"), snippets),
      scores: numbers("bestScores", snippets),
      sums: {
        snippetScore: numbers("snippetScore", snippets),
        sectionScore: numbers("sectionScore", sections),
        subtreeScore: numbers("subtreeScore", input.counts.subtrees),
        pageScore: numbers("pageScore", pages),
      },
    }
    this.loaded = input
  }

  private set(values: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(values)) {
      const variable = this.variables[name]
      if (variable === undefined)
        throw new BrokenInstallation(`the scoring kernel has no ${name}: build the program again`)
      variable.value = value
    }
  }

  private addressOf(name: string): number {
    return this.plan.addresses.get(name) as number
  }

  /** @returns false when a list is damaged: nothing can be asked of the index then. */
  addTerm({ snippets, headings, titles }: TermPostings, weightInSections: number, weightOnPages: number): boolean {
    const { bytes, plan } = this
    const snippetsEnd = plan.lists + snippets.length
    const headingsEnd = snippetsEnd + (headings?.length ?? 0)
    const titlesEnd = headingsEnd + (titles?.length ?? 0)
    const fits = titlesEnd + ALIGNMENT <= plan.end
    if (fits) {
      bytes.set(snippets, plan.lists)
      if (headings !== undefined) bytes.set(headings, snippetsEnd)
      if (titles !== undefined) bytes.set(titles, headingsEnd)
    }
    const { addTerm } = this.exports
    const isSound =
      fits && addTerm(plan.lists, snippetsEnd, headingsEnd, titlesEnd, weightInSections, weightOnPages) !== 0
    if (!isSound) this.loaded = undefined
    return isSound
  }

  /** @param limit at least 1. */
  findBest(limit: number): KernelBest {
    if (this.best === undefined || this.loaded === undefined)
      throw new BrokenInstallation("no index was loaded to score")
    const { snippets } = this.loaded.counts
    const count = snippets === 0 ? 0 : this.exports.findBest(Math.min(limit, snippets))
    return { ...this.best, count }
  }
}

let kernel: ScoringKernel | undefined

/** Lends the kernel of this process, loaded with its first use. @throws {BrokenInstallation} when the build did not make it. */
export function scoringKernel(): ScoringKernel {
  kernel ??= new ScoringKernel()
  return kernel
}
