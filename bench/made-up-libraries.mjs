// Generates the records of a large catalogue: names, descriptions and terms with the frequency distribution of real
// ones. The same seed produces the same libraries on every machine.
import { Writer } from "./make-documentation.mjs"

/** Words of project names and descriptions that thousands of libraries share. */
const COMMON = (
  "http client server router parser json yaml image cache queue worker auth token session form table chart editor markdown test mock " +
  "runner build plugin loader style theme icon date time format currency mail template stream socket proxy logger metrics trace config " +
  "env command terminal prompt color file path archive crypto hash random number matrix vector graph tree search index database query " +
  "schema migration model view component state store event hook request response upload payment map geo weather audio video camera " +
  "bluetooth usb serial robot game physics render shader font text diff patch git docker cloud storage function event gateway"
).split(" ")
const ENDINGS = [
  "js",
  "py",
  "rs",
  "go",
  "kit",
  "lib",
  "core",
  "ui",
  "cli",
  "sdk",
  "api",
  "docs",
  "plugin",
  "react",
  "vue",
]
const LICENSES = ["MIT", "Apache-2.0", "BSD-3-Clause", "GPL-3.0-only", "MPL-2.0", null]
const HOUR_MS = 3_600_000
/** Number of accounts divided by the number of libraries. Most accounts have one library, and some have hundreds. */
const OWNERS_PER_LIBRARY = 0.4
const TERMS = 64
/**
 * Words that terms are compounds of: 100,000 libraries have about 150,000 different words, as Heaps' law predicts for
 * real text.
 */
const COMPOUNDED = 1_000

/** Generates records one after another. */
export class LibraryWriter extends Writer {
  #count
  #taken = new Set()

  /** @param {{ count: number, seed?: number }} options `count`: number of libraries that will be generated. */
  constructor({ count, seed = 11 }) {
    super(seed)
    this.#count = count
  }

  /** @returns the columns whose values differ between libraries, by name. */
  library(nowMs) {
    const [owner, name] = this.#newId()
    const title = this.random() < 0.6 ? name : this.#titleOf(name)
    const snippets = Math.floor(20 * 500 ** this.random())
    const stars = Math.floor(300_000 ** (this.random() * 0.8 + 0.1))
    return {
      id: `/${owner}/${name}`,
      title,
      description: this.times(6, 18, () => (this.random() < 0.6 ? this.one(COMMON) : this.word())).join(" "),
      license: this.one(LICENSES),
      source_url: `https://github.com/${owner}/${name}`,
      stars,
      trust_score: Math.round(this.random() * 100) / 10,
      is_verified: this.random() < 0.05 ? 1 : 0,
      available_tags: JSON.stringify(this.times(0, 20, () => this.#tag())),
      characteristic_terms: JSON.stringify(this.times(TERMS, TERMS, () => this.#term())),
      aliases: JSON.stringify(this.random() < 0.3 ? [`@${owner}/${name}`] : []),
      total_snippets: snippets,
      total_tokens: snippets * 150,
      flagged_snippets: this.random() < 0.02 ? 1 : 0,
      created_at_ms: nowMs,
      published_at_ms: nowMs - Math.floor(this.random() * 10_000) * HOUR_MS,
      tags: this.random() < 0.3 ? this.times(1, 4, () => this.#tag()) : [],
    }
  }

  #newId() {
    for (;;) {
      const rank = Math.floor((this.#count * OWNERS_PER_LIBRARY) ** this.random())
      const owner = `${this.words[(rank * 7) % this.words.length]}${rank}`
      const name = this.#name()
      if (this.#taken.has(`${owner}/${name}`)) continue
      this.#taken.add(`${owner}/${name}`)
      return [owner, name]
    }
  }

  #name() {
    const kind = this.random()
    if (kind < 0.35) return `${this.word()}${this.random() < 0.3 ? "" : this.one(COMMON)}`
    if (kind < 0.7) return `${this.one(COMMON)}-${this.word()}`
    if (kind < 0.85) return `${this.word()}-${this.one(ENDINGS)}`
    return `${this.one(COMMON)}-${this.one(COMMON)}-${this.one(ENDINGS)}`
  }

  #titleOf(name) {
    return name
      .split("-")
      .map((word) => word[0].toUpperCase() + word.slice(1))
      .join(" ")
  }

  #term() {
    if (this.random() < 0.4) return this.one(COMMON)
    return this.random() < 0.5
      ? this.word()
      : `${this.words[Math.floor(COMPOUNDED ** this.random())]}${this.one(COMMON)}`
  }

  #tag() {
    return `v${this.between(0, 9)}.${this.between(0, 30)}.${this.between(0, 20)}`
  }

  /** Generates a question for a library for each of the ways in which users look for one. */
  lookUps({ id, title, description }) {
    const [, owner, name] = id.split("/")
    const words = description.split(" ")
    return {
      exact: { libraryName: name },
      "with owner": { libraryName: `${owner}/${name}` },
      typo: { libraryName: this.#mistype(name) },
      beginning: { libraryName: name.slice(0, Math.max(4, Math.floor(name.length * 0.6))) },
      "name and question": { libraryName: title, query: `how to ${words.slice(0, 4).join(" ")}` },
      description: { libraryName: words.slice(0, 6).join(" ") },
      unknown: { libraryName: this.times(3, 5, () => this.one("bcdfghjklmnpqrstvwxz")).join("") + this.word() },
    }
  }

  #mistype(name) {
    const at = this.between(1, Math.max(1, name.length - 2))
    const rest = name.slice(at + 1)
    return this.random() < 0.5 ? name.slice(0, at) + rest : `${name.slice(0, at)}${this.one("aeioutnrs")}${rest}`
  }
}
