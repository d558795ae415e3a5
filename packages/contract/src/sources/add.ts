import { z } from "zod"
import {
  AddressText,
  boundedText,
  DescriptionText,
  GitReferenceName,
  Message,
  PathPatterns,
  ProjectId,
  TitleText,
} from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** Processes an existing source again; the only value is `true`. */
const Force = z.literal(true).optional().describe("process an existing source again; only true is allowed")
const FormForce = z.literal("true").optional().describe("process an existing source again; only true is allowed")

/** The advice of an answer about a library that is there already; tools name their own way instead. */
export const FORCE_ADVICE = "Send force to process it again"

/** The advice of an answer about a repository whose library has moved. Its old address can belong to another repository later. */
export const FORCE_MOVED_ADVICE = "Send force to add another repository that has the old address now"

/** The response of every add endpoint. */
export const AddLibraryResponse = z
  .object({ libraryName: z.string().describe("identifier assigned to the library"), message: Message })
  .meta({ id: "AddLibraryResponse", description: "source queued" })
export type AddLibraryResponse = z.infer<typeof AddLibraryResponse>

/** Title and description that win over what the source says. */
const givenTexts = {
  title: TitleText.optional().describe("title of the library; defaults to what the source says"),
  description: DescriptionText.optional().describe("description of the library; defaults to what the source says"),
}

/** Adds a git repository from any host. */
export const AddGitRequest = z
  .object({
    docsRepoUrl: AddressText.describe("address of the repository: https, http, ssh or git@host:owner/repo"),
    gitToken: boundedText(1, LIMITS.gitTokenMaxCharacters)
      .optional()
      .describe("access token for a private repository, or the private key for an ssh address"),
    private: z.boolean().optional().describe("whether the repository is private"),
    skipVersionFiltering: z.boolean().optional().describe("keep pages that belong to only one version"),
    generateDocs: z.boolean().optional().describe("generate documentation from the source code"),
    branch: GitReferenceName.optional().describe("branch or tag to read; defaults to the default branch"),
    folders: PathPatterns.optional(),
    excludeFolders: PathPatterns.optional(),
    excludeFiles: PathPatterns.optional(),
    projectId: ProjectId.optional(),
    ...givenTexts,
    force: Force,
  })
  .meta({ id: "AddGitRequest", description: "a git repository to add" })
export type AddGitRequest = z.infer<typeof AddGitRequest>

/** The name of a space or workspace, as its service has it. */
const ForeignName = boundedText(1, LIMITS.titleMaxCharacters)

/** Adds a wiki space, complete or only some of its pages. */
export const AddWikiRequest = z
  .object({
    cloudId: boundedText(1, 200).describe("identifier of the site instance"),
    siteUrl: AddressText,
    spaceKey: boundedText(1, 255),
    spaceName: ForeignName,
    title: TitleText,
    description: DescriptionText,
    pageIds: z
      .array(boundedText(1, 200))
      .max(LIMITS.pageIdsMaxCount)
      .optional()
      .describe("defaults to the whole space"),
    projectId: ProjectId.optional(),
    force: Force,
  })
  .meta({ id: "AddWikiRequest", description: "a wiki space to add" })
export type AddWikiRequest = z.infer<typeof AddWikiRequest>

/** Adds selected Notion pages. */
export const AddNotesRequest = z
  .object({
    workspaceId: boundedText(1, 200),
    workspaceName: ForeignName,
    pageIds: z.array(boundedText(1, 200)).min(1).max(LIMITS.pageIdsMaxCount).describe("pages to index"),
    title: TitleText,
    description: DescriptionText,
    projectId: ProjectId.optional(),
    force: Force,
  })
  .meta({ id: "AddNotesRequest", description: "notes pages to add" })
export type AddNotesRequest = z.infer<typeof AddNotesRequest>

/** Adds a website by crawling it. */
export const AddWebsiteRequest = z
  .object({
    websiteUrl: AddressText.describe("start page of the crawl"),
    websiteBaseUrl: AddressText.optional().describe("only pages below this address are read"),
    // The defaults are only described, because a limit that is sent replaces that of an existing library, and one that
    // is left out does not.
    maxPages: z.int().min(1).max(LIMITS.websiteMaxPagesMax).optional().meta({ default: LIMITS.websiteMaxPagesDefault }),
    maxDepth: z.int().min(0).max(LIMITS.websiteMaxDepthMax).optional().meta({ default: LIMITS.websiteMaxDepthDefault }),
    excludePatterns: PathPatterns.optional().describe("globs on the paths of pages to exclude"),
    ...givenTexts,
    force: Force,
  })
  .meta({ id: "AddWebsiteRequest", description: "a website to add" })
export type AddWebsiteRequest = z.infer<typeof AddWebsiteRequest>

/** Adds an OpenAPI description by its URL. */
export const AddOpenApiRequest = z
  .object({ openApiUrl: AddressText.describe("OpenAPI description in JSON or YAML"), ...givenTexts, force: Force })
  .meta({ id: "AddOpenApiRequest", description: "an OpenAPI description to add" })
export type AddOpenApiRequest = z.infer<typeof AddOpenApiRequest>

/** Adds an llms.txt file and the pages on its host that it links to. */
export const AddLlmsTxtRequest = z
  .object({
    llmstxtUrl: AddressText.describe("llms.txt, llms-full.txt or llms-small.txt"),
    ...givenTexts,
    force: Force,
  })
  .meta({ id: "AddLlmsTxtRequest", description: "an llms.txt file to add" })
export type AddLlmsTxtRequest = z.infer<typeof AddLlmsTxtRequest>

/** Parses a form field with a JSON array of paths. */
const RelativePaths = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: "custom", message: "must be a JSON array of paths" })
      return z.NEVER
    }
  })
  .pipe(z.array(boundedText(1, LIMITS.pathPatternMaxCharacters)).max(LIMITS.fileUploadMaxFiles))

/** Text fields of `/v2/add/file-upload`; the files are in `documentFiles`. */
export const FileUploadFields = z
  .object({
    collectionName: TitleText.optional(),
    relativePaths: RelativePaths.optional().describe("JSON array of paths, one per file of documentFiles in order"),
    projectTitle: TitleText.optional(),
    description: DescriptionText.optional(),
    force: FormForce,
  })
  .describe("text fields of a PDF and DOCX upload")
export type FileUploadFields = z.infer<typeof FileUploadFields>

/** Text fields of `/v2/add/openapi-upload`; the file is in `openapiFile`. */
export const OpenApiUploadFields = z
  .object({ libraryTitle: TitleText.optional(), description: DescriptionText.optional(), force: FormForce })
  .describe("text fields of an OpenAPI upload")
export type OpenApiUploadFields = z.infer<typeof OpenApiUploadFields>

/** Text fields of `/v2/add/pdf-upload`; the file is in `pdfFile`. */
export const PdfUploadFields = z
  .object({ projectTitle: TitleText.optional(), description: DescriptionText.optional(), force: FormForce })
  .describe("text fields of a PDF upload")
export type PdfUploadFields = z.infer<typeof PdfUploadFields>

/** Names of the file fields of the uploads. */
export const UPLOAD_FILE_FIELDS = {
  fileUpload: "documentFiles",
  openApiUpload: "openapiFile",
  pdfUpload: "pdfFile",
  folderUpload: "files",
  importLibraries: "bundleFile",
} as const
