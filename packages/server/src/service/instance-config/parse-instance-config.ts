import { LECTERN_YAML_ENTRIES, LecternYamlHead, type LecternYamlEntry } from "@lectern/contract"
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml"
import type { z } from "zod"

type Path = readonly PropertyKey[]

/** A problem in an instance config. */
export interface InstanceConfigProblem {
  /** Line, from 1. */
  readonly line: number
  readonly message: string
}

/** One library of an instance config, with its line. */
export interface InstanceConfigEntry {
  readonly entry: LecternYamlEntry
  readonly line: number
}

/** A parsed instance config, without its invalid entries. */
export interface InstanceConfig {
  readonly name: string
  readonly entries: readonly InstanceConfigEntry[]
  /** By line; empty if the file is valid. */
  readonly problems: readonly InstanceConfigProblem[]
}

/** Limit of YAML aliases, through which a small text can expand to a large one. */
const MAX_ALIASES = 100
const KINDS = Object.keys(LECTERN_YAML_ENTRIES) as (keyof typeof LECTERN_YAML_ENTRIES)[]

/** Parses a whole `lectern.yaml` and collects every problem. Never throws. */
export function parseInstanceConfig(text: string): InstanceConfig {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true })
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ pos, message }) => ({ line: lines.linePos(pos[0]).line, message }))
    return { name: "", entries: [], problems }
  }
  const lineAt = (path: Path) => lineOf(document, lines, path)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES })
  } catch (error) {
    return {
      name: "",
      entries: [],
      problems: [{ line: 1, message: error instanceof Error ? error.message : "cannot be read" }],
    }
  }
  const head = LecternYamlHead.safeParse(value)
  if (!head.success) return { name: "", entries: [], problems: problemsOf(head.error, [], lineAt) }
  const entries: InstanceConfigEntry[] = []
  const problems: InstanceConfigProblem[] = []
  head.data.libraries.forEach((raw, at) => {
    const path = ["libraries", at]
    const read = readEntry(raw)
    if (typeof read === "string") problems.push({ line: lineAt(path), message: read })
    else if (read.success) entries.push({ entry: read.data, line: lineAt(path) })
    else problems.push(...problemsOf(read.error, path, lineAt))
  })
  return { name: head.data.name, entries, problems: problems.toSorted((left, right) => left.line - right.line) }
}

function readEntry(raw: unknown): z.ZodSafeParseResult<LecternYamlEntry> | string {
  const given = typeof raw === "object" && raw !== null ? KINDS.filter((kind) => kind in raw) : []
  const [kind] = given
  if (kind === undefined) return `the source is missing: a library requires one of ${KINDS.join(", ")}`
  if (given.length > 1) return `too many sources: a library has exactly one source. Keep one of ${given.join(", ")}`
  return LECTERN_YAML_ENTRIES[kind].safeParse(raw)
}

function problemsOf(error: z.ZodError, base: Path, lineAt: (path: Path) => number): InstanceConfigProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...base, ...issue.path]
    if (issue.code !== "unrecognized_keys") {
      return [{ line: lineAt(path), message: `${nameOf(issue.path)}${issue.message}` }]
    }
    return issue.keys.map((key) => ({
      line: lineAt([...path, key]),
      message: `unknown key: ${key}`,
    }))
  })
}

function nameOf(path: Path): string {
  return path.length === 0 ? "" : `${path.map(String).join(".")}: `
}

/** Returns the line of the key or item at a path, or of its nearest parent. */
function lineOf(document: Document, lines: LineCounter, path: Path): number {
  let node: unknown = document.contents
  let offset = 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step)
      if (pair === undefined) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node) && typeof step === "number") {
      node = node.items[step]
      if (isNode(node)) offset = node.range?.[0] ?? offset
    } else break
  }
  return lines.linePos(offset).line
}
