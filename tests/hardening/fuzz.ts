// npm run fuzz -- --cases N --seed S [--targets <part of a name>] [--only <case>]: changes valid files at random and
// runs parsers, the snippet splitter, question parsing, path patterns and the index reader on them, and sends requests
// generated from the schemas of the routes and of the MCP tools. The same seed produces the same cases. Exit code 1: a
// case threw, took too long or had an invalid response.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createTransportFuzzer } from "./fuzz-transports.ts"
import { mutate, type Random, randomFrom } from "./mutate.ts"
import {
  cleanQuestion,
  compileGlob,
  convertAsciidoc,
  createIndexBuilder,
  cutPage,
  expandIncludes,
  extractSymbols,
  type FormatName,
  labelCode,
  openIndex,
  parseFile,
  parseLibraryConfig,
  parseSitemap,
  planSite,
  readRobots,
  readSitePage,
  runWithin,
  scanPage,
  TextAnalyser,
  parseQuestion,
} from "./product.ts"

const FIXTURES = new URL("../golden/fixtures/", import.meta.url).pathname
const CODE_FIXTURES = new URL("../../packages/parsers/src/code/symbols/fixtures/", import.meta.url).pathname
const MAX_SEED_CHARACTERS = 20_000
/** Time limit of a case, which normally takes about a millisecond. */
const LIMIT_MS = 5_000
const REPORT_EVERY = 10_000

const FORMATS: Readonly<Record<string, FormatName>> = {
  md: "markdown",
  mdx: "mdx",
  rst: "restructured-text",
  html: "html",
  ipynb: "notebook",
  yaml: "openapi",
  json: "notes-blocks",
  xml: "wiki-storage",
  txt: "plain-text",
  1: "man-page",
}

interface Target {
  readonly name: string
  run(random: Random): void | Promise<void>
}

function option(name: string, standard: number): number {
  const at = process.argv.indexOf(name)
  return at === -1 ? standard : Number(process.argv[at + 1])
}

function seedTexts(): readonly { readonly path: string; readonly text: string; readonly format: FormatName }[] {
  return readdirSync(FIXTURES, { recursive: true, encoding: "utf8" }).flatMap((path) => {
    const format = FORMATS[path.slice(path.lastIndexOf(".") + 1)]
    if (format === undefined || !statSync(join(FIXTURES, path)).isFile()) return []
    return [{ path, format, text: readFileSync(join(FIXTURES, path), "utf8").slice(0, MAX_SEED_CHARACTERS) }]
  })
}

function textTargets(): readonly Target[] {
  const seeds = seedTexts()
  const changed = (random: Random) => mutate(random.pick(seeds).text, random.pick(seeds).text, random)
  const formats = Object.values(FORMATS)
  return [
    ...formats.map((format): Target => ({
      name: format,
      run(random) {
        const own = seeds.filter((seed) => seed.format === format)
        const seed = random.pick(own.length > 0 ? own : seeds)
        const text = mutate(seed.text, random.pick(seeds).text, random)
        readSitePage(format, text, seed.path)
        const { document } = parseFile({ format, text, path: seed.path })
        cutPage({ path: seed.path, url: "https://a.example/" }, labelCode(document))
      },
    })),
    { name: "question cleaner", run: (random) => void cleanQuestion(changed(random).slice(0, 2_000)) },
    { name: "sitemap", run: (random) => void parseSitemap(changed(random)) },
    { name: "robots.txt", run: (random) => void readRobots("https://a.example/robots.txt", changed(random)) },
    { name: "links", run: (random) => void scanPage(changed(random)) },
    { name: "library config", run: (random) => void parseLibraryConfig(changed(random)) },
    { name: "path pattern", run: (random) => void compileGlob(changed(random).slice(0, 300))("docs/guide/a.md") },
  ]
}

/**
 * Expands the includes of changed pages and reads the navigation of changed sites. Every path that they ask for exists: as
 * a changed file with the same ending.
 */
function siteTargets(): readonly Target[] {
  const seeds = seedTexts()
  const files = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" })
    .filter(
      (path) => statSync(join(FIXTURES, path)).isFile() && statSync(join(FIXTURES, path)).size < MAX_SEED_CHARACTERS,
    )
    .map((path) => ({ path, text: readFileSync(join(FIXTURES, path), "utf8") }))
  const fileFor = (path: string, random: Random) => {
    const named = files.filter((file) => file.path.endsWith(`/${path.slice(path.lastIndexOf("/") + 1)}`))
    const ending = path.slice(path.lastIndexOf("."))
    const alike = named.length > 0 ? named : files.filter((file) => file.path.endsWith(ending))
    const { text } = random.pick(alike.length > 0 ? alike : files)
    return random.below(3) === 0 ? mutate(text, random.pick(files).text, random) : text
  }
  return [
    {
      name: "includes",
      run(random) {
        const { format, text, path } = random.pick(seeds)
        const page = { format, text: mutate(text, random.pick(seeds).text, random), path }
        const expanded = expandIncludes(page, (wanted) => ({ text: fileFor(wanted, random) }))
        if (expanded !== undefined) parseFile({ ...page, text: expanded.text })
      },
    },
    {
      name: "site navigation",
      run(random) {
        const pages = seeds.filter(() => random.below(8) === 0)
        const read = (wanted: string) => (random.below(4) === 0 ? fileFor(wanted, random) : undefined)
        planSite(
          pages.map(({ format, text, path }) => readSitePage(format, text, path)),
          read,
        )
      },
    },
  ]
}

/** Suppresses output, because Asciidoctor writes problems to the console. */
async function silently<Result>(work: () => Promise<Result>): Promise<Result> {
  const { error, warn } = console
  Object.assign(console, { error: () => undefined, warn: () => undefined })
  try {
    return await work()
  } finally {
    Object.assign(console, { error, warn })
  }
}

/**
 * Formats whose parsers normally run in separate threads; here they run in this one, so that their errors are visible.
 */
function threadedTargets(): readonly Target[] {
  const read = (folder: string, names: readonly string[]) =>
    names.map((name) => ({ name, text: readFileSync(join(folder, name), "utf8").slice(0, MAX_SEED_CHARACTERS) }))
  const all = readdirSync(FIXTURES, { recursive: true, encoding: "utf8" })
  const pages = read(
    FIXTURES,
    all.filter((name) => name.endsWith(".adoc")),
  )
  const code = read(
    CODE_FIXTURES,
    readdirSync(CODE_FIXTURES).filter((name) => name.includes(".in.")),
  )
  return [
    {
      name: "asciidoc",
      async run(random) {
        const text = mutate(random.pick(pages).text, random.pick(pages).text, random)
        readSitePage("asciidoc", text, "page.adoc")
        // Asciidoctor throws on some invalid documents. Its thread then returns the reason, and the file is indexed as
        // text.
        const converted = await silently(() => convertAsciidoc(text)).catch(() => undefined)
        if (converted !== undefined)
          cutPage({ path: "page.adoc", url: "https://a.example/" }, labelCode(converted.document))
      },
    },
    {
      name: "source code",
      async run(random) {
        const { name, text } = random.pick(code)
        const path = name.replace(".txt", "")
        try {
          const { document } = await extractSymbols(mutate(text, random.pick(code).text, random), path)
          cutPage({ path, url: "https://a.example/" }, labelCode(document))
        } catch (error) {
          // Invalid code may be rejected, but an error that indicates a defect in Lectern is thrown again.
          if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) throw error
        }
      },
    },
  ]
}

/** Opens and queries a damaged index file: it may be rejected with an error, but must not crash the process. */
function indexTarget(folder: string): Target {
  const path = join(folder, "index.db")
  const builder = createIndexBuilder(path)
  for (const { path: page, text, format } of seedTexts().slice(0, 40)) {
    builder.add(
      cutPage({ path: page, url: `https://a.example/${page}` }, parseFile({ format, text, path: page }).document),
    )
  }
  builder.finish()
  const bytes = readFileSync(path)
  const analyser = new TextAnalyser()
  const damagedPath = join(folder, "damaged.db")
  return {
    name: "damaged index",
    run(random) {
      const damaged = Buffer.from(random.below(4) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes)
      for (let count = 1 + random.below(20); count > 0 && damaged.length > 0; count--) {
        damaged[random.below(damaged.length)] = random.below(256)
      }
      writeFileSync(damagedPath, damaged)
      try {
        const index = openIndex(damagedPath)
        try {
          parseQuestion(index, "how do I open the first page of the guide", analyser)
        } finally {
          index.close()
        }
      } catch (error) {
        // Rejecting a damaged file is correct; throwing anything but an Error is not.
        if (!(error instanceof Error)) throw new TypeError(`threw ${String(error)}`, { cause: error })
      }
    },
  }
}

const caseCount = option("--cases", 2_000)
const seed = option("--seed", 1)
const only = option("--only", -1)
const wanted = process.argv.includes("--targets") ? (process.argv[process.argv.indexOf("--targets") + 1] ?? "") : ""
const folder = mkdtempSync(join(tmpdir(), "lectern-fuzz-"))
const faults: string[] = []
const transports = createTransportFuzzer()
try {
  const targets = [
    ...textTargets(),
    ...siteTargets(),
    ...threadedTargets(),
    indexTarget(folder),
    { name: "http requests", run: (random: Random) => transports.sendRequest(random) },
    { name: "mcp messages", run: (random: Random) => transports.sendMessage(random) },
  ].filter(({ name }) => name.includes(wanted))
  for (let at = only < 0 ? 0 : only; at < (only < 0 ? caseCount : only + 1); at++) {
    const target = targets[at % targets.length]
    if (target === undefined) break
    const before = process.cpuUsage()
    try {
      // Stops code that does not yield; code that yields is measured afterwards.
      await runWithin(LIMIT_MS, () => target.run(randomFrom(seed, at)), 10 * LIMIT_MS)
      const { user, system } = process.cpuUsage(before)
      if ((user + system) / 1000 > LIMIT_MS) throw new Error(`took ${Math.round((user + system) / 1000)} ms`)
    } catch (error) {
      faults.push(
        `case ${at} of seed ${seed} (${target.name}): ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      )
      console.log(faults.at(-1))
    }
    if ((at + 1) % REPORT_EVERY === 0) console.log(`${at + 1} cases, ${faults.length} faults`)
  }
} finally {
  await transports.close()
  rmSync(folder, { recursive: true })
}
console.log(`${only < 0 ? caseCount : 1} cases of seed ${seed}, ${faults.length} faults`)
process.exit(faults.length === 0 ? 0 : 1)
