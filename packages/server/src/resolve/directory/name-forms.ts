import type { DirectoryEntry } from "./library-directory.ts"
import { foldName, splitSegments } from "./fold-name.ts"
import { DOCUMENTATION_WORDS, GENERIC_REPOSITORIES, stemOwner, stripAttached, stripPlatform } from "./name-affixes.ts"
import { numeronymOf } from "./nicknames.ts"
import { FORM_STRENGTH } from "./name-weights.ts"

/** First segments of ids that name a source kind instead of an owner. */
const SOURCE_SEGMENTS: ReadonlySet<string> = new Set(["websites", "llmstxt", "openapi", "docs", "wiki", "notes"])

/** Longer words are truncated, so that unusual input stays cheap. */
const MAX_NAME_LENGTH = 120
/** Longer text in brackets is a sentence, not a name. */
const MAX_BRACKETED_LENGTH = 80
const MAX_BRACKETED_WORDS = 3

export interface NameParts {
  /** Empty for libraries that do not come from a repository. */
  readonly owner: string
  readonly repository: string
  /** Empty if it only repeats the id. */
  readonly title: string
}

/** Extracts owner and repository from an id. */
export function namePartsOf(entry: DirectoryEntry): NameParts {
  const segments = entry.id.split("/").filter((segment) => segment !== "")
  const repository = (segments.at(-1) ?? "").slice(0, MAX_NAME_LENGTH)
  const first = segments.length > 1 ? (segments[0] ?? "") : ""
  const owner = SOURCE_SEGMENTS.has(first.toLowerCase()) ? "" : first.slice(0, MAX_NAME_LENGTH)
  const repeatsId = entry.title.includes("/") && foldName(entry.title) === foldName(entry.id)
  return { owner, repository, title: repeatsId ? "" : entry.title.slice(0, MAX_NAME_LENGTH) }
}

/**
 * Lists the names of a library, folded, with the strength of each form; a form with several origins keeps the highest
 * strength.
 */
export function nameFormsOf(entry: DirectoryEntry): Map<string, number> {
  const forms = new Map<string, number>()
  const add = (form: string, strength: number): void => {
    if (form !== "" && strength > (forms.get(form) ?? 0)) forms.set(form, strength)
  }
  const { owner, repository, title } = namePartsOf(entry)
  addRepositoryForms(owner, repository, add)
  addTitleForms(title, add)
  for (const alias of entry.aliases ?? []) add(foldName(alias), FORM_STRENGTH.alias)
  for (const name of bracketedNames(entry.description)) {
    add(foldName(name), FORM_STRENGTH.bracketed)
    add(stripPlatform(name), FORM_STRENGTH.bracketed * FORM_STRENGTH.withoutPlatform)
  }
  return forms
}

type AddForm = (form: string, strength: number) => void

function addRepositoryForms(owner: string, repository: string, add: AddForm): void {
  const folded = foldName(repository)
  const stem = stemOwner(owner)
  const isDocumentation = splitSegments(repository).every((word) => DOCUMENTATION_WORDS.has(word))
  add(folded, FORM_STRENGTH.repository)
  add(stripPlatform(repository), FORM_STRENGTH.withoutPlatform)
  add(stripAttached(repository), FORM_STRENGTH.withoutEnding)
  add(numeronymOf(folded), FORM_STRENGTH.numeronym)
  if (owner !== "" && (GENERIC_REPOSITORIES.has(folded) || isDocumentation)) {
    const strength = isDocumentation ? FORM_STRENGTH.documented : FORM_STRENGTH.ownerOfGeneric
    add(foldName(owner), strength)
    add(stem, strength)
  }
}

function addTitleForms(title: string, add: AddForm): void {
  const words = splitSegments(title)
  add(words.join(""), FORM_STRENGTH.title)
  add(stripPlatform(title), FORM_STRENGTH.withoutPlatform)
  add(stripAttached(title), FORM_STRENGTH.withoutEnding)
  const head = title.split(/\s+[-–—|]\s+|[:(]/u)[0] ?? ""
  if (head !== title) add(foldName(head), FORM_STRENGTH.titleHead)
  const named = words.filter((word) => !DOCUMENTATION_WORDS.has(word))
  if (named.length > 0 && named.length < words.length) {
    add(named.join(""), FORM_STRENGTH.documented)
    add(stripPlatform(named.join(" ")), FORM_STRENGTH.documented)
  }
  if (words.length >= 3) add(words.map((word) => word[0] ?? "").join(""), FORM_STRENGTH.initials)
}

/** Finds names in brackets in a description, such as "client for node.js (pg)". */
function bracketedNames(description: string): string[] {
  const remarks = description.match(/\(([^()]+)\)/gu) ?? []
  return remarks
    .filter((remark) => remark.length <= MAX_BRACKETED_LENGTH)
    .flatMap((remark) => remark.slice(1, -1).split(/[,;/]|\bor\b|\baka\b|\bformerly\b/iu))
    .map((name) => name.trim())
    .filter((name) => name !== "" && splitSegments(name).length <= MAX_BRACKETED_WORDS)
}
