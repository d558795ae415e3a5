import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
// Not from the package itself, which would load all parsers.
import { BrokenInstallation, packageRootOf } from "@lectern/parsers/package-root"
import { type Layout, LAYOUT_NAMES } from "../index/format/layout.ts"
import type { TermPostings } from "../index/read/open-index.ts"
import type { BestSnippets, ScoringInput, ScoringKernel } from "./scoring-kernel.ts"

/** Compiled from `packages/engine/assembly` by the build (docs/decisions/0046-scoring-in-webassembly.md). */
const KERNEL = new URL("dist/kernels/scoring.wasm", packageRootOf(import.meta.url))

const PAGE_BYTES = 65_536
/** Unused bytes at the start, so that no array has the address 0. */
const FIRST_ADDRESS = 1_024
const ALIGNMENT = 16
const NUMBER_BYTES = 4
/** An entry of a list has at most five bytes for the id and one for the frequencies. */
const ENTRY_BYTES = 6
/** Memory grows by this factor beyond what is needed, so that a slightly larger library does not grow it again. */
const SPARE = 1.25

/** Arrays that scoring does not use; all others hold four-byte numbers. */
const NOT_SCORED = new Set<keyof Layout>(["snippetTokens", "snippetCode"])
const LAYOUT_ARRAYS = LAYOUT_NAMES.filter((name) => !NOT_SCORED.has(name))

/** The part of the WebAssembly API that is used here, which Node's types lack. */
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

/** Addresses of the arrays of one index, in bytes. */
interface MemoryPlan {
  readonly addresses: ReadonlyMap<string, number>
  readonly lists: number
  readonly end: number
}

function planMemory({ layout }: ScoringInput): MemoryPlan {
  const snippets = layout.snippetLength.length
  const sections = layout.sectionLength.length
  const subtrees = layout.subtreeLength.length
  const pages = layout.pageLength.length
  const arrays: readonly (readonly [name: string, numbers: number])[] = [
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
    ["bestKeys", 2 * snippets],
    ["bestSnippets", snippets],
    ["bestScores", snippets],
  ]
  const addresses = new Map<string, number>()
  let end = FIRST_ADDRESS
  for (const [name, numbers] of arrays) {
    addresses.set(name, end)
    end += Math.ceil((NUMBER_BYTES * numbers + ALIGNMENT) / ALIGNMENT) * ALIGNMENT
  }
  // When a damaged list ends in the middle of an entry, the kernel reads, but does not use, the bytes after the lists.
  return { addresses, lists: end, end: end + ENTRY_BYTES * (snippets + sections + pages) + ALIGNMENT }
}

/** Scores questions in WebAssembly memory, which keeps the index of the last question. */
export class WasmKernel implements ScoringKernel {
  readonly #exports: KernelExports
  readonly #variables: Readonly<Record<string, { value: number }>>
  #loaded: ScoringInput | undefined
  #bytes = new Uint8Array(0)
  #plan: MemoryPlan = { addresses: new Map(), lists: 0, end: 0 }
  #best: BestSnippets | undefined

  /** @throws {BrokenInstallation} if the compiled kernel is missing. */
  constructor() {
    if (!existsSync(KERNEL))
      throw new BrokenInstallation("cannot score snippets: the compiled scoring kernel is missing. Build Lectern again")
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(fileURLToPath(KERNEL))))
    this.#exports = exports as KernelExports
    this.#variables = exports as Readonly<Record<string, { value: number }>>
  }

  begin(input: ScoringInput): void {
    if (this.#loaded === input) {
      this.#bytes.fill(0, this.#addressOf("snippetScore"), this.#addressOf("headingPart"))
    } else {
      this.#load(input)
    }
  }

  #load(input: ScoringInput): void {
    this.#loaded = undefined
    const { layout, constants } = input
    const plan = planMemory(input)
    const { memory } = this.#exports
    const missing = plan.end - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil((missing + (SPARE - 1) * plan.end) / PAGE_BYTES))
    this.#plan = plan
    this.#bytes = new Uint8Array(memory.buffer)
    for (const name of LAYOUT_ARRAYS) {
      const { buffer, byteOffset, byteLength } = layout[name]
      this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.#addressOf(name))
    }
    this.#bytes.fill(0, this.#addressOf("snippetScore"), plan.lists)
    const snippets = layout.snippetLength.length
    const sections = layout.sectionLength.length
    const pages = layout.pageLength.length
    this.#set({ ...Object.fromEntries(plan.addresses), ...constants, snippets, sections, pages })
    const numbers = (name: string, count: number) => new Float32Array(memory.buffer, this.#addressOf(name), count)
    this.#best = {
      count: 0,
      snippets: new Uint32Array(memory.buffer, this.#addressOf("bestSnippets"), snippets),
      scores: numbers("bestScores", snippets),
      snippetScore: numbers("snippetScore", snippets),
      sectionScore: numbers("sectionScore", sections),
      subtreeScore: numbers("subtreeScore", layout.subtreeLength.length),
      pageScore: numbers("pageScore", pages),
    }
    this.#loaded = input
  }

  #set(values: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(values)) {
      const variable = this.#variables[name]
      if (variable === undefined)
        throw new BrokenInstallation(`cannot score snippets: the scoring kernel has no ${name}. Build Lectern again`)
      variable.value = value
    }
  }

  #addressOf(name: string): number {
    return this.#plan.addresses.get(name) as number
  }

  addTerm({ snippets, headings, titles }: TermPostings, weightInSections: number, weightOnPages: number): boolean {
    const bytes = this.#bytes
    const plan = this.#plan
    const snippetsEnd = plan.lists + snippets.length
    const headingsEnd = snippetsEnd + (headings?.length ?? 0)
    const titlesEnd = headingsEnd + (titles?.length ?? 0)
    const fits = titlesEnd + ALIGNMENT <= plan.end
    if (fits) {
      bytes.set(snippets, plan.lists)
      if (headings !== undefined) bytes.set(headings, snippetsEnd)
      if (titles !== undefined) bytes.set(titles, headingsEnd)
    }
    const { addTerm } = this.#exports
    const isSound =
      fits && addTerm(plan.lists, snippetsEnd, headingsEnd, titlesEnd, weightInSections, weightOnPages) !== 0
    if (!isSound) this.#loaded = undefined
    return isSound
  }

  findBest(limit: number): BestSnippets {
    if (this.#best === undefined || this.#loaded === undefined)
      throw new TypeError("begin must be called before findBest")
    const snippets = this.#loaded.layout.snippetLength.length
    const count = snippets === 0 ? 0 : this.#exports.findBest(Math.min(limit, snippets))
    return { ...this.#best, count }
  }
}
