import { foldName, splitSegments } from "./fold-name.ts"
import { PLATFORM_WORDS, stemOwner, stripPlatform } from "./name-affixes.ts"
import { NICKNAMES } from "./nicknames.ts"
import { isStopWord } from "./text-words.ts"
import { VARIANT_WEIGHT } from "./name-weights.ts"

/** Maximum length of a name; the rest is ignored. */
const MAX_TYPED_LENGTH = 500
/** A name with more words than this is a sentence, so only this many are combined. */
const MAX_COMBINED_WORDS = 8
const MAX_COMBINATION_WORDS = 4

/** A host with or without a scheme, up to the path. */
const ADDRESS =
  /^(?:[a-z][a-z+.-]*:\/\/[^/\s]+\/|(?:[^/@\s]+@)?(?:www\.)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?[/:])(?=\S)/iu
/** The significant label of a website's host, with or without a path after it. */
const SITE =
  /^(?:https?:\/\/)?(?:(?:www|docs?|developers?|api|guides?|en)\.)*([\w-]+)\.(?:[a-z]{2,4}\.)?(?:org|com|dev|io|net|app|ai|sh|rs|co|build|tools|site|run)(\/|$)/iu
const INSTALL_COMMAND =
  /^(?:npm|pnpm|yarn|bun|npx|pip3?|uv|poetry|conda|cargo|gem|bundle|composer|go|dotnet|brew|apt)\s+(?:install|i|add|get|require)\s+(?:-\S+\s+)*/iu
const VERSION_SUFFIX = /(?:(?<=[^\s@/])@(?:v?\d[\w.+-]*|latest|next|beta|\^\S*|~\S*)|\s*(?:==|>=|<=|~=|!=)\s*\S*)$/iu
const VERSION_WORD = /\s+(?:version\s+)?v?\d+(?:\.(?:\d+|x))*$/iu
const EXTRAS = /\[[^\]]*\]/gu
/** Words around a name in a request. */
const FILLER = new Set(
  "the a an official docs doc documentation library lib framework package module tutorial guide reference api".split(
    " ",
  ),
)

export interface NameVariant {
  /** Folded. */
  readonly text: string
  /** 0 to 1: how likely this variant is. */
  readonly weight: number
  /** True if this was typed, so that it may contain typos or be incomplete; nicknames are not typed. */
  readonly isTyped: boolean
}

/** A typed name with all its plausible variants. */
export interface NameRequest {
  /** Best first, texts unique. */
  readonly variants: readonly NameVariant[]
  /** `/owner/repo` in lower case if an id was typed, otherwise empty. */
  readonly id: string
  /** Folded owner or package scope; empty if none was given. */
  readonly owner: string
  /** Words of the name (without owner), folded, as typed. */
  readonly words: readonly string[]
}

/**
 * Interprets a typed name: addresses, install commands, package scopes, versions, platform endings, nicknames. Never
 * throws.
 */
export function readNameRequest(typed: string): NameRequest {
  const text = typed.slice(0, MAX_TYPED_LENGTH).trim().replace(INSTALL_COMMAND, "").replace(EXTRAS, "")
  const variants = new Map<string, NameVariant>()
  const add: AddVariant = (form, weight, isTyped = true) => {
    if (form !== "" && weight > (variants.get(form)?.weight ?? 0)) variants.set(form, { text: form, weight, isTyped })
  }
  const plain = text.replace(VERSION_SUFFIX, "").replace(/^[^\s:/]+\.[^\s:/]+:/u, "")
  addSiteVariant(plain, add)
  const scoped = /^@([^/\s]+)\/(\S+)$/u.exec(plain)
  const path = scoped === null ? readPath(plain) : undefined
  const owner = scoped?.[1] ?? path?.owner ?? ""
  const name = scoped?.[2] ?? path?.name ?? plain
  if (scoped !== null) addScopeVariants(owner, name, add)
  const trust = scoped !== null ? VARIANT_WEIGHT.insideScope : path !== undefined ? VARIANT_WEIGHT.besideOwner : 1
  addVariants(name, trust, add)
  return {
    variants: [...variants.values()].sort(
      (left, right) => right.weight - left.weight || (left.text < right.text ? -1 : 1),
    ),
    id: path === undefined ? "" : `/${path.owner}/${path.name}`.toLowerCase(),
    owner: foldName(owner),
    words: splitSegments(name).filter((word) => !FILLER.has(word)),
  }
}

type AddVariant = (form: string, weight: number, isTyped?: boolean) => void

/**
 * Interprets `https://docs.djangoproject.com/…` as the website of `django`; with a path, it may also be a repository on
 * a git host.
 */
function addSiteVariant(plain: string, add: AddVariant): void {
  const [, label = "", path = ""] = SITE.exec(plain) ?? []
  const weight = path === "" || plain.endsWith("/") ? VARIANT_WEIGHT.siteAlone : VARIANT_WEIGHT.siteWithPath
  add(foldName(label), weight)
  add(stemOwner(label), weight)
}

/** Extracts `owner/name` from an id or address; undefined if there is none. */
function readPath(plain: string): { readonly owner: string; readonly name: string } | undefined {
  const path = plain
    .replace(ADDRESS, "")
    .replace(/[?#].*$/u, "")
    .replace(/^\/+|\/+$/gu, "")
  if (/\s/u.test(path)) return undefined
  const [owner = "", repository = ""] = path.split("/")
  if (owner === "" || repository === "") return undefined
  return { owner, name: repository.replace(/\.git$/iu, "") }
}

/** Adds variants of `@reduxjs/toolkit`: scope and name together, and the scope as the library's name. */
function addScopeVariants(scope: string, name: string, add: AddVariant): void {
  const stem = stemOwner(scope)
  const folded = foldName(name)
  add(folded.startsWith(stem) ? folded : stem + folded, VARIANT_WEIGHT.withoutPlatform)
  add(foldName(scope) + folded, VARIANT_WEIGHT.withoutPlatform)
  add(stem, VARIANT_WEIGHT.scopeItself)
  add(foldName(scope), VARIANT_WEIGHT.scopeItself)
}

function addVariants(name: string, trust: number, add: AddVariant): void {
  const words = splitSegments(name)
  const withoutVersion = name.replace(VERSION_WORD, "")
  const attachedVersion = /^(\D{3,})\d+$/u.exec(foldName(withoutVersion))?.[1] ?? ""
  const needed = splitSegments(withoutVersion).filter((word) => !FILLER.has(word))
  addWithNicknames(words.join(""), trust * VARIANT_WEIGHT.asTyped, add)
  addWithNicknames(foldName(withoutVersion), trust * VARIANT_WEIGHT.withoutVersion, add)
  addWithNicknames(attachedVersion, trust * VARIANT_WEIGHT.withoutVersion * VARIANT_WEIGHT.withoutPlatform, add)
  addWithNicknames(needed.join(""), trust * VARIANT_WEIGHT.withoutFiller, add)
  addWithNicknames(stripPlatform(needed.join(" ")), trust * VARIANT_WEIGHT.withoutPlatform, add)
  addWithNicknames(stripPlatform(withoutVersion), trust * VARIANT_WEIGHT.withoutPlatform, add)
  addCombinations(needed, trust, add)
}

function addWithNicknames(form: string, weight: number, add: AddVariant): void {
  add(form, weight)
  for (const meant of NICKNAMES.get(form) ?? []) add(meant, weight * VARIANT_WEIGHT.nickname, false)
}

/**
 * Adds combinations of adjacent words of a longer request ("prisma orm", "next.js app router"), weighted by their share
 * of the letters.
 */
function addCombinations(words: readonly string[], trust: number, add: AddVariant): void {
  if (words.length > MAX_COMBINED_WORDS) return
  const combined = words
  const letters = combined.join("").length
  for (let from = 0; from < combined.length; from++) {
    for (let to = from + 1; to <= Math.min(combined.length, from + MAX_COMBINATION_WORDS); to++) {
      if (to - from === combined.length) continue
      const part = combined.slice(from, to)
      if (part.every((word) => isStopWord(word) || PLATFORM_WORDS.has(word) || word.length < 2)) continue
      const share = part.join("").length / letters
      const weight = VARIANT_WEIGHT.someWords + (VARIANT_WEIGHT.mostWords - VARIANT_WEIGHT.someWords) * share
      addWithNicknames(part.join(""), trust * weight, add)
    }
  }
}
