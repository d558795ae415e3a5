import { LECTERN_YAML_ENTRIES, LecternYamlHead, type LecternYamlEntry, LIMITS } from "@lectern/contract"
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
  const entries: InstanceConfigEntry[] = []
  const problems = head.success ? [] : problemsOf(head.error, [], lineAt)
  // The entries are read even if the head is invalid, so that one problem does not hide the others.
  listOfLibraries(value).forEach((raw, at) => {
    const path = ["libraries", at]
    const { entry, error, message } = readEntry(raw)
    if (message !== undefined) problems.push({ line: lineAt(path), message })
    if (error !== undefined) problems.push(...problemsOf(error, path, lineAt))
    if (entry !== undefined) entries.push({ entry, line: lineAt(path) })
  })
  const name = head.success ? head.data.name : ""
  return { name, entries, problems: problems.toSorted((left, right) => left.line - right.line) }
}

function listOfLibraries(value: unknown): readonly unknown[] {
  const libraries: unknown = isRecord(value) ? value["libraries"] : undefined
  return Array.isArray(libraries) ? libraries.slice(0, LIMITS.manifestLibrariesMaxCount) : []
}

interface ReadEntry {
  /** Also set if the only problem is unknown keys, so that the values of the other keys are checked as well. */
  readonly entry?: LecternYamlEntry | undefined
  readonly error?: z.ZodError
  readonly message?: string
}

function readEntry(raw: unknown): ReadEntry {
  const given = isRecord(raw) ? KINDS.filter((kind) => kind in raw) : []
  const [kind] = given
  if (!isRecord(raw) || kind === undefined)
    return { message: `the source is missing: a library requires one of ${KINDS.join(", ")}` }
  if (given.length > 1)
    return { message: `too many sources: a library has exactly one source. Keep one of ${given.join(", ")}` }
  const schema = LECTERN_YAML_ENTRIES[kind]
  const read = schema.safeParse(raw)
  if (read.success) return { entry: read.data }
  const known = Object.fromEntries(Object.entries(raw).filter(([key]) => key in schema.shape))
  return { entry: schema.safeParse(known).data, error: read.error }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function problemsOf(error: z.ZodError, base: Path, lineAt: (path: Path) => number): InstanceConfigProblem[] {
  return error.issues.flatMap((issue) => {
    const path = [...base, ...issue.path]
    if (issue.code !== "unrecognized_keys") {
      return [{ line: lineAt(path), message: `${nameOf(issue.path)}${describeIssue(issue)}` }]
    }
    return issue.keys.map((key) => ({
      line: lineAt([...path, key]),
      message: `unknown key: ${key}`,
    }))
  })
}

/** What the values of a YAML file are called, by the names of zod. */
const VALUE_WORDS: Readonly<Partial<Record<string, string>>> = {
  string: "text",
  array: "a list",
  object: "a set of keys and values",
  record: "a set of keys and values",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
}

/** Describes a problem in the words of a YAML file instead of those of zod. */
function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.message.endsWith("received undefined")
        ? "is missing"
        : `must be ${VALUE_WORDS[issue.expected] ?? issue.expected}`
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty"
        : `must be at least ${issue.minimum}`
    case "too_big": {
      const unit = issue.origin === "string" ? " characters" : issue.origin === "array" ? " entries" : ""
      return `must be at most ${issue.maximum}${unit}`
    }
    case "invalid_union":
      return "has a wrong form: see the fields of lectern.yaml in the documentation"
    default:
      return issue.message
  }
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
