// Generates documentation: Markdown pages with headings, prose, code, lists and tables, in invented words. The same
// seed produces the same bytes on every machine.

/** Size of an average page, like that of real documentation. */
const PAGE_BYTES = 9_700
/** Approximate number of bytes of Markdown per snippet; the actual number of snippets is always measured. */
const BYTES_PER_SNIPPET = 540
/** Number of words of one library: about as many as documentation of a few hundred pages uses. */
const VOCABULARY = 6_000
/** With this, the most frequent word of a library is about one word in 180. */
const SKIPPED_RANKS = 30
const GLUE = "the a of to and in is for with that on as by from it when are this or be an can not if each only".split(
  " ",
)
const SYLLABLES = (
  "ba be bi bo da de di do fa fe fi fo ga go ha he ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro " +
  "sa se si so ta te ti to va ve vi vo za ze con ter min sol ver pen tal mor lin dex par gen"
).split(" ")

/** Creates a generator of numbers in [0, 1) that depend only on the seed (mulberry32). */
export function seededNumbers(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A writer with its own vocabulary. Words near the beginning are the most frequent ones, as in any language. */
export class Writer {
  constructor(seed) {
    this.random = seededNumbers(seed)
    const words = new Set()
    while (words.size < VOCABULARY) words.add(this.times(2, 4, () => this.one(SYLLABLES)).join(""))
    this.words = [...words]
  }

  between(least, most) {
    return least + Math.floor(this.random() * (most - least + 1))
  }

  one(list) {
    return list[Math.floor(this.random() * list.length)]
  }

  times(least, most, make) {
    return Array.from({ length: this.between(least, most) }, make)
  }

  /** Returns a word whose frequency falls with its rank; the most frequent words of a language are in GLUE. */
  word() {
    const rank = SKIPPED_RANKS * (VOCABULARY / SKIPPED_RANKS + 1) ** this.random() - SKIPPED_RANKS
    return this.words[Math.min(VOCABULARY - 1, Math.floor(rank))]
  }

  title() {
    const words = this.times(2, 5, () => this.word()).join(" ")
    return words[0].toUpperCase() + words.slice(1)
  }

  identifier() {
    const [first, ...others] = this.times(1, 3, () => this.word())
    return first + others.map((word) => word[0].toUpperCase() + word.slice(1)).join("")
  }

  sentence() {
    const words = this.times(8, 20, () => (this.random() < 0.42 ? this.one(GLUE) : this.word()))
    if (this.random() < 0.3) words[this.between(1, words.length - 1)] = `\`${this.identifier()}\``
    if (this.random() < 0.1) words.push(`[${this.word()}](./${this.word()}.md)`)
    const text = words.join(" ")
    return `${text[0].toUpperCase()}${text.slice(1)}.`
  }

  paragraph() {
    return this.times(2, 5, () => this.sentence()).join(" ")
  }

  code() {
    const language = this.one(["ts", "python", "bash", "json"])
    const line = {
      ts: () =>
        `const ${this.identifier()} = ${this.identifier()}({ ${this.word()}: "${this.word()}", ${this.word()}: ${this.between(0, 99)} })`,
      python: () =>
        `${this.word()} = ${this.word()}.${this.word()}_${this.word()}(${this.word()}=${this.between(0, 99)}, ${this.word()}="${this.word()}")`,
      bash: () => `${this.word()} ${this.word()} --${this.word()}=${this.word()} ./${this.word()}`,
      json: () => `  "${this.identifier()}": "${this.word()}",`,
    }[language]
    return ["```" + language, ...this.times(3, 14, line), "```"].join("\n")
  }

  list() {
    return this.times(3, 7, () => `- **${this.identifier()}**: ${this.sentence()}`).join("\n")
  }

  table() {
    const row = () => `| \`${this.identifier()}\` | ${this.word()} | ${this.sentence()} |`
    return ["| name | kind | what it does |", "| --- | --- | --- |", ...this.times(3, 8, row)].join("\n")
  }

  section(depth) {
    const part = () =>
      this.one([this.paragraph, this.paragraph, this.code, this.code, this.list, this.table]).call(this)
    return [`${"#".repeat(depth)} ${this.title()}`, this.paragraph(), ...this.times(0, 3, part)].join("\n\n")
  }

  page(bytes) {
    const parts = [`# ${this.title()}`, this.paragraph()]
    for (let length = 0; length < bytes; length += parts.at(-1).length)
      parts.push(this.section(this.one([2, 2, 3, 3, 4])))
    return `${parts.join("\n\n")}\n`
  }
}

/**
 * Generates the files of one library.
 *
 * @param {{ seed: number, files: number, bytes: number }} size number of Markdown files, and their approximate total
 *   size.
 * @returns {{ path: string, content: string }[]}
 */
export function makeDocumentation({ seed, files, bytes }) {
  const writer = new Writer(seed)
  const left = { bytes, files }
  return Array.from({ length: files }, (_, number) => {
    const wanted = (left.bytes / left.files) * (0.4 + 1.2 * writer.random())
    const content = writer.page(wanted)
    left.bytes = Math.max(1, left.bytes - content.length)
    left.files -= 1
    return { path: `docs/${writer.word()}/${writer.word()}-${number}.md`, content }
  })
}

/** Returns the size of a library with about this many snippets. */
export function sizeForSnippets(snippets) {
  const bytes = snippets * BYTES_PER_SNIPPET
  return { bytes, files: Math.max(1, Math.round(bytes / PAGE_BYTES)) }
}
