import { z } from "zod"
import {
  AddressText,
  boundedText,
  DescriptionText,
  GitReferenceName,
  PathPatterns,
  shownLine,
  TitleText,
} from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { RefreshSchedule } from "../libraries/update-library.ts"

const words = {
  title: TitleText.optional(),
  description: DescriptionText.optional(),
  schedule: RefreshSchedule.optional(),
}

/** Entries of a lectern.yaml by the key that names their source. */
export const LECTERN_YAML_ENTRIES = {
  git: z.strictObject({
    git: AddressText,
    branch: GitReferenceName.optional(),
    folders: PathPatterns.optional(),
    excludeFolders: PathPatterns.optional(),
    excludeFiles: PathPatterns.optional(),
    skipVersionFiltering: z.boolean().optional(),
    generateDocs: z.boolean().optional(),
    private: z.boolean().optional(),
    gitTokenFrom: boundedText(1, 200)
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "is not the name of an environment variable" })
      .optional(),
    versions: z.array(GitReferenceName).max(LIMITS.manifestVersionsMaxCount).optional(),
    ...words,
  }),
  website: z.strictObject({
    website: AddressText,
    baseUrl: AddressText.optional(),
    maxPages: z.int().min(1).max(LIMITS.websiteMaxPagesMax).default(LIMITS.websiteMaxPagesDefault),
    maxDepth: z.int().min(0).max(LIMITS.websiteMaxDepthMax).default(LIMITS.websiteMaxDepthDefault),
    excludePatterns: PathPatterns.optional(),
    ...words,
  }),
  llmstxt: z.strictObject({ llmstxt: AddressText, ...words }),
  openapi: z.strictObject({ openapi: AddressText, ...words }),
} as const

export type LecternYamlGit = z.infer<typeof LECTERN_YAML_ENTRIES.git>
export type LecternYamlWebsite = z.infer<typeof LECTERN_YAML_ENTRIES.website>
/** One library of a lectern.yaml. */
export type LecternYamlEntry = z.infer<(typeof LECTERN_YAML_ENTRIES)[keyof typeof LECTERN_YAML_ENTRIES]>

/** A package as a key of `packages`: package manager and name, with `*` at the end for all names that start so. */
const PACKAGE_KEY = /^(?:npm|python|go|cargo|maven|composer|rubygems):\S{1,300}$/

/** Where the documentation of a package is: a repository, a library of the server, or `none`. */
export const PackageDocumentationEntry = z.union([
  AddressText,
  z.strictObject({
    git: AddressText,
    folders: PathPatterns.optional(),
    versions: z.boolean().optional().describe("false: tags of the repository are not versions of the package"),
  }),
])
export type PackageDocumentationEntry = z.infer<typeof PackageDocumentationEntry>

/** Where the documentation of packages is, for `lectern sync`; takes precedence over the built-in table. */
export const LecternYamlPackages = z.record(z.string(), PackageDocumentationEntry).superRefine((packages, context) => {
  for (const key of Object.keys(packages).filter((each) => !PACKAGE_KEY.test(each))) {
    const message = "is not a package: write its package manager and name, as in npm:react"
    context.addIssue({ code: "custom", path: [key], message })
  }
})

/** The fields of a lectern.yaml other than its entries, which are parsed one by one. */
export const LecternYamlHead = z.strictObject({
  name: shownLine(100).default("lectern.yaml"),
  packages: LecternYamlPackages.optional(),
  libraries: z.array(z.unknown()).max(LIMITS.manifestLibrariesMaxCount),
})

/** Applies a lectern.yaml to the libraries of an instance. */
export const ApplyInstanceConfigRequest = z
  .object({
    manifest: boundedText(1, LIMITS.manifestMaxCharacters).describe("text of the lectern.yaml"),
    dryRun: z.boolean().optional().describe("only report what would be done"),
    prune: z
      .boolean()
      .optional()
      .describe("delete libraries that a previous lectern.yaml with this name added and that this one no longer lists"),
    secrets: z
      .record(z.string(), boundedText(1, LIMITS.gitTokenMaxCharacters))
      .optional()
      .describe("values of the environment variables that gitTokenFrom names"),
  })
  .meta({ id: "ApplyManifestRequest", description: "a lectern.yaml to apply" })
export type ApplyInstanceConfigRequest = z.infer<typeof ApplyInstanceConfigRequest>

/** What applying does, or would do, to one library. */
export const InstanceConfigStep = z
  .object({
    action: z.enum(["add", "change", "keep", "remove", "leave"]).describe("leave: no longer listed; prune deletes it"),
    libraryId: z.string().nullable().describe("null while it does not exist"),
    source: z.string().describe("address of the source"),
    details: z.array(z.string()).describe("the changes"),
    problem: z.string().nullable().describe("why this step failed; the other steps are applied"),
  })
  .meta({ id: "ManifestStep", description: "what applying the file does to one library" })
export type InstanceConfigStep = z.infer<typeof InstanceConfigStep>

/** What applying a lectern.yaml did, or would do. */
export const ApplyInstanceConfigResponse = z
  .object({ name: z.string(), applied: z.boolean(), steps: z.array(InstanceConfigStep) })
  .meta({ id: "ApplyManifestResponse", description: "what applying a lectern.yaml did, or would do" })
export type ApplyInstanceConfigResponse = z.infer<typeof ApplyInstanceConfigResponse>
