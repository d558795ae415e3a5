import type { PolicyConfiguration, POLICY_SOURCE_TYPES, UpdatePoliciesRequest } from "@lectern/contract"

type SourceType = (typeof POLICY_SOURCE_TYPES)[number]

/** The form values of policies: lists as lines, numbers as text, empty if nothing is required. */
export interface PolicyDraft {
  readonly enabledTypes: readonly string[]
  readonly mode: string
  readonly requireVerified: boolean
  readonly minTrustScore: string
  readonly maxAgeDays: string
  readonly minStars: string
  readonly licenses: string
  readonly blocked: string
  readonly excepted: string
  readonly allowed: string
  readonly suspiciousAction: PolicyConfiguration["suspiciousContent"]["action"]
  readonly maxFlaggedSnippets: string
}

const numberText = (value: number | null) => (value === null ? "" : String(value))

/** Converts policies to form values. */
export function draftOf({ sourceTypes, libraryFilters, suspiciousContent }: PolicyConfiguration): PolicyDraft {
  const { mode, quality, select } = libraryFilters
  return {
    enabledTypes: Object.entries(sourceTypes).flatMap(([type, { enabled }]) => (enabled ? [type] : [])),
    mode: mode ?? "",
    requireVerified: quality.requireVerified,
    minTrustScore: numberText(quality.minTrustScore),
    maxAgeDays: numberText(quality.maxAgeDays),
    minStars: numberText(quality.repoFilters.minStars),
    licenses: quality.repoFilters.allowedLicenses.join("\n"),
    blocked: quality.blockedLibraries.join("\n"),
    excepted: quality.exceptedLibraries.join("\n"),
    allowed: select.allowedLibraries.join("\n"),
    suspiciousAction: suspiciousContent.action,
    maxFlaggedSnippets: String(suspiciousContent.maxFlaggedSnippets),
  }
}

/** Returns the request that changes stored policies to the form values; undefined if nothing differs. */
export function policyChange(stored: PolicyConfiguration, draft: PolicyDraft): UpdatePoliciesRequest | undefined {
  const before = draftOf(stored)
  const types = Object.keys(stored.sourceTypes) as SourceType[]
  const enable = types.filter((type) => draft.enabledTypes.includes(type) && !before.enabledTypes.includes(type))
  const disable = types.filter((type) => !draft.enabledTypes.includes(type) && before.enabledTypes.includes(type))
  const sourceTypes = { ...(enable.length > 0 && { enable }), ...(disable.length > 0 && { disable }) }
  const repoFilters = {
    ...numberChange("minStars", before, draft),
    ...listChange("allowedLicenses", before.licenses, draft.licenses),
  }
  const quality = {
    ...(before.requireVerified === draft.requireVerified ? {} : { requireVerified: draft.requireVerified }),
    ...numberChange("minTrustScore", before, draft),
    ...numberChange("maxAgeDays", before, draft),
    ...listChange("blockedLibraries", before.blocked, draft.blocked),
    ...listChange("exceptedLibraries", before.excepted, draft.excepted),
    ...(isEmpty(repoFilters) ? {} : { repoFilters }),
  }
  const select = listChange("allowedLibraries", before.allowed, draft.allowed)
  const libraryFilters = {
    ...(before.mode === draft.mode ? {} : { mode: draft.mode === "" ? null : (draft.mode as "quality" | "select") }),
    ...(isEmpty(quality) ? {} : { quality }),
    ...(isEmpty(select) ? {} : { select }),
  }
  const most = Number(draft.maxFlaggedSnippets)
  const suspiciousContent = {
    ...(before.suspiciousAction === draft.suspiciousAction ? {} : { action: draft.suspiciousAction }),
    ...(Number(before.maxFlaggedSnippets) === most ? {} : { maxFlaggedSnippets: most }),
  }
  if (isEmpty(sourceTypes) && isEmpty(libraryFilters) && isEmpty(suspiciousContent)) return undefined
  return {
    ...(isEmpty(sourceTypes) ? {} : { sourceTypes }),
    ...(isEmpty(libraryFilters) ? {} : { libraryFilters }),
    ...(isEmpty(suspiciousContent) ? {} : { suspiciousContent }),
  }
}

const isEmpty = (value: object) => Object.keys(value).length === 0

function numberChange<Name extends "minTrustScore" | "maxAgeDays" | "minStars">(
  name: Name,
  before: PolicyDraft,
  draft: PolicyDraft,
): Partial<Record<Name, number | null>> {
  const text = draft[name].trim()
  if (before[name] === text) return {}
  return { [name]: text === "" ? null : Number(text) } as Partial<Record<Name, number | null>>
}

interface ListChange {
  readonly add?: string[]
  readonly remove?: string[]
}

function listChange<Name extends string>(name: Name, before: string, after: string): Partial<Record<Name, ListChange>> {
  const [old, next] = [entriesOf(before), entriesOf(after)]
  const add = next.filter((entry) => !old.includes(entry))
  const remove = old.filter((entry) => !next.includes(entry))
  if (add.length === 0 && remove.length === 0) return {}
  const change: ListChange = { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) }
  return { [name]: change } as Partial<Record<Name, ListChange>>
}

function entriesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}
