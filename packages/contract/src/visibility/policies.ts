import { z } from "zod"
import { boundedText, Count } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Source types that a teamspace can enable and disable. */
export const POLICY_SOURCE_TYPES = [
  "public_repos",
  "private_sources",
  "wiki",
  "uploaded_files",
  "websites",
  "llmstxt",
] as const
/** Wire schema of a source type. */
export const PolicySourceType = z
  .enum(POLICY_SOURCE_TYPES)
  .meta({ id: "PolicySourceType", description: "a source type" })
export type PolicySourceType = z.infer<typeof PolicySourceType>

/** Wire schema of the mode of the library filters. */
export const LibraryFilterMode = z
  .enum(["quality", "select"])
  .meta({ id: "LibraryFilterMode", description: "which of the two filters is active" })
export type LibraryFilterMode = z.infer<typeof LibraryFilterMode>

const Enabled = z.object({ enabled: z.boolean() })
const TrustScore = z.int().min(0).max(LIMITS.trustScoreMax)
const AgeDays = z.int().min(1)

/** What happens to snippets with suspicious text. */
const SUSPICIOUS_CONTENT_ACTIONS = ["flag", "withhold", "block"] as const
const SuspiciousContentAction = z
  .enum(SUSPICIOUS_CONTENT_ACTIONS)
  .describe(
    "flag: answers mark them; withhold: answers leave them out; block: they are left out, and libraries with more than maxFlaggedSnippets of them are not served",
  )
const MaxFlaggedSnippets = Count.describe("with block: most flagged snippets of a version that is still served")

/** Policy for suspicious text in documentation. */
export const SuspiciousContentPolicy = z
  .object({ action: SuspiciousContentAction, maxFlaggedSnippets: MaxFlaggedSnippets })
  .meta({ id: "SuspiciousContentPolicy", description: "what happens to snippets with suspicious text" })
export type SuspiciousContentPolicy = z.infer<typeof SuspiciousContentPolicy>

/** How much suspicious text is in the libraries of a teamspace, and what the policy does about it. */
export const FlaggedCounts = z
  .object({
    snippetCount: Count.describe("flagged snippets in the default versions of libraries that the other policies allow"),
    libraryCount: Count.describe("libraries with such snippets"),
    blockedCount: Count.describe("libraries of these that are not served"),
  })
  .meta({ id: "FlaggedCounts", description: "suspicious text in the libraries of a teamspace" })
export type FlaggedCounts = z.infer<typeof FlaggedCounts>

/** The policy of a teamspace that has not changed it. */
export const DEFAULT_SUSPICIOUS_CONTENT: SuspiciousContentPolicy = { action: "flag", maxFlaggedSnippets: 0 }

/** The complete policies of a teamspace; cleared values are null or empty. */
export const PolicyConfiguration = z
  .object({
    sourceTypes: z.object({
      public_repos: Enabled,
      private_sources: Enabled,
      wiki: Enabled,
      uploaded_files: Enabled,
      websites: Enabled,
      llmstxt: Enabled,
    }),
    libraryFilters: z.object({
      mode: LibraryFilterMode.nullable().describe("null: no filter is active"),
      quality: z.object({
        requireVerified: z.boolean(),
        minTrustScore: TrustScore.nullable(),
        maxAgeDays: AgeDays.nullable(),
        blockedLibraries: z.array(z.string()),
        exceptedLibraries: z.array(z.string()).describe("libraries that pass every filter"),
        repoFilters: z.object({ minStars: Count.nullable(), allowedLicenses: z.array(z.string()) }),
        websiteFilters: z.object({
          minBacklinks: Count.nullable(),
          minReferringDomains: Count.nullable(),
          minOrganicTraffic: Count.nullable(),
        }),
      }),
      select: z.object({ allowedLibraries: z.array(z.string()) }),
    }),
    suspiciousContent: SuspiciousContentPolicy,
    flagged: FlaggedCounts,
    accessibleLibraryCount: Count.describe("number of public libraries that pass the filters"),
  })
  .meta({ id: "PolicyConfiguration", description: "what the members of a teamspace may read" })
export type PolicyConfiguration = z.infer<typeof PolicyConfiguration>

/** What a change of policies would do to the libraries that members can use. */
export const PolicyPreview = z
  .object({
    accessibleLibraryCount: Count.describe("public libraries that would pass the filters"),
    flagged: FlaggedCounts,
    hiddenCount: Count.describe("libraries that would no longer be visible"),
    hidden: z.array(z.string()).max(LIMITS.policyPreviewMaxCount).describe("the first of them by identifier"),
    revealedCount: Count.describe("libraries that would become visible"),
    revealed: z.array(z.string()).max(LIMITS.policyPreviewMaxCount).describe("the first of them by identifier"),
  })
  .meta({ id: "PolicyPreview", description: "what a change of policies would do" })
export type PolicyPreview = z.infer<typeof PolicyPreview>

/** `/org/repo`, `/org` (a whole organisation) or `example.com` (a domain). */
const LibraryEntry = boundedText(1, LIMITS.libraryIdMaxCharacters).regex(
  /^(\/[^/\s]+){1,2}$|^[a-z0-9-]+(\.[a-z0-9-]+)+$/i,
  { error: "must be /owner/repo, /owner or a domain such as example.com" },
)
const LicenseEntry = boundedText(1, 100).regex(/^[A-Za-z0-9.+-]+$/, { error: "must be an SPDX identifier such as MIT" })

function hasCommon(some: readonly string[], others: readonly string[]): boolean {
  const folded = new Set(others.map((entry) => entry.toLowerCase()))
  return some.some((entry) => folded.has(entry.toLowerCase()))
}

function listOperation<Entry extends z.ZodType<string>>(entry: Entry) {
  const entries = z.array(entry).max(LIMITS.policyListMaxCount)
  return z
    .strictObject({ add: entries.optional(), remove: entries.optional(), clear: z.literal(true).optional() })
    .refine(
      (operation) => operation.clear === undefined || (operation.add === undefined && operation.remove === undefined),
      {
        error: "clear cannot be combined with add or remove",
      },
    )
    .refine(({ add = [], remove = [] }) => !hasCommon(add, remove), {
      error: "an entry must not be in both add and remove",
    })
}

/** A change of a list of libraries. */
export const LibraryListOperation = listOperation(LibraryEntry).meta({
  id: "LibraryListOperation",
  description: "adds or removes entries such as /org/repo, /org or example.com, or clears the list",
})
export type LibraryListOperation = z.infer<typeof LibraryListOperation>

/** A change of a list of SPDX licence ids. */
export const LicenseListOperation = listOperation(LicenseEntry).meta({
  id: "LicenseListOperation",
  description: "adds or removes SPDX licence ids, or clears the list",
})
export type LicenseListOperation = z.infer<typeof LicenseListOperation>

/** Requests may also use the product name of the wiki. */
const SourceTypeInput = z.preprocess((word) => (word === "confluence" ? "wiki" : word), PolicySourceType)
const SourceTypeList = z.array(SourceTypeInput).max(100)

const SourceTypesChange = z
  .strictObject({ enable: SourceTypeList.optional(), disable: SourceTypeList.optional() })
  .refine(({ enable = [], disable = [] }) => !enable.some((type) => disable.includes(type)), {
    error: "a source type must not be in both enable and disable",
  })

const QualityChange = z.strictObject({
  requireVerified: z.boolean().nullable().optional(),
  minTrustScore: TrustScore.nullable().optional(),
  maxAgeDays: AgeDays.nullable().optional(),
  blockedLibraries: LibraryListOperation.optional(),
  exceptedLibraries: LibraryListOperation.optional(),
  repoFilters: z
    .strictObject({ minStars: Count.nullable().optional(), allowedLicenses: LicenseListOperation.optional() })
    .optional(),
  websiteFilters: z
    .strictObject({
      minBacklinks: Count.nullable().optional(),
      minReferringDomains: Count.nullable().optional(),
      minOrganicTraffic: Count.nullable().optional(),
    })
    .optional(),
})

/** Changes policies; omitted fields are unchanged, null clears a value. */
export const UpdatePoliciesRequest = z
  .strictObject({
    sourceTypes: SourceTypesChange.optional(),
    libraryFilters: z
      .strictObject({
        mode: LibraryFilterMode.nullable().optional(),
        quality: QualityChange.optional(),
        select: z.strictObject({ allowedLibraries: LibraryListOperation.optional() }).optional(),
      })
      .optional(),
    suspiciousContent: z
      .strictObject({ action: SuspiciousContentAction.optional(), maxFlaggedSnippets: MaxFlaggedSnippets.optional() })
      .optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: "send at least one of sourceTypes, libraryFilters and suspiciousContent",
  })
  .meta({
    id: "UpdatePoliciesRequest",
    description: "changes to policies; omitted fields are unchanged, null clears a value",
  })
export type UpdatePoliciesRequest = z.infer<typeof UpdatePoliciesRequest>
