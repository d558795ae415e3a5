import { z } from "zod"
import { boundedText, Count, DescriptionText, ProjectId, TitleText } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"
import { ReportChanges } from "../libraries/libraries.ts"

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/

/** Tells whether a path can be the path of a file in an uploaded folder: relative, without `.` and `..`. */
export function isUploadablePath(path: string): boolean {
  const segments = path.split("/")
  const isPlain = segments.every((segment) => segment.trim() !== "" && segment !== "." && segment !== "..")
  return isPlain && path.length <= LIMITS.folderUploadPathMaxCharacters && !CONTROL.test(path)
}

/** A file of a folder, without its content. */
export const FolderFile = z
  .object({
    path: z
      .string()
      .transform((path) => path.normalize("NFC"))
      .refine(isUploadablePath, {
        error: `must be a path inside the folder, such as guides/setup.md, of at most ${LIMITS.folderUploadPathMaxCharacters} characters`,
      })
      .describe("path inside the folder, with / between its parts"),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, { error: "must be a SHA-256 in lower-case hexadecimal digits" })
      .describe("SHA-256 of the content, in hexadecimal digits"),
    bytes: Count.max(LIMITS.fileUploadMaxBytesPerFile).describe("size of the content in bytes"),
  })
  .meta({ id: "FolderFile", description: "a file of an uploaded folder" })
export type FolderFile = z.infer<typeof FolderFile>

/** A folder to upload: everything but the contents of its files. */
export const FolderContents = z
  .object({
    name: TitleText.describe("name of the folder; uploading a folder of the same name again refreshes its library"),
    title: TitleText.optional().describe("title of the library; defaults to what the files say, else to the name"),
    description: DescriptionText.optional(),
    private: z.boolean().optional().describe("whether only the teamspace can see the library"),
    projectId: ProjectId.optional(),
    folderName: boundedText(1, 255)
      .optional()
      .describe("name of the folder on disk: HTML files are documentation only in folders named like docs"),
    files: z
      .array(FolderFile)
      .min(1)
      .max(LIMITS.folderUploadMaxFiles)
      .superRefine((files, context) => {
        const problem = problemOfFiles(files)
        if (problem !== undefined) context.addIssue({ code: "custom", message: problem })
      }),
    force: z.literal(true).optional().describe("replace the files even if the library has none of these; index again"),
  })
  .meta({ id: "FolderContents", description: "a folder to upload, without the contents of its files" })
export type FolderContents = z.infer<typeof FolderContents>
/** The request as a client sends it. */
export type FolderContentsInput = z.input<typeof FolderContents>

function problemOfFiles(files: readonly FolderFile[]): string | undefined {
  const seen = new Set<string>()
  const bytesByHash = new Map<string, number>()
  let totalBytes = 0
  for (const { path, hash, bytes } of files) {
    if (seen.has(path)) return `duplicate path ${path}. Every path must be different`
    seen.add(path)
    if ((bytesByHash.get(hash) ?? bytes) !== bytes) return `${path} has the hash of a file with another size`
    bytesByHash.set(hash, bytes)
    totalBytes += bytes
  }
  if (totalBytes <= LIMITS.folderUploadMaxBytesTotal) return undefined
  return `the files exceed ${LIMITS.folderUploadMaxBytesTotal / 2 ** 20} MB in total. Exclude some, or upload a subfolder`
}

/** What an upload of a folder would send and change. */
export const FolderUploadPlan = z
  .object({
    libraryName: z.string().nullable().describe("library that the upload refreshes; null if it creates one"),
    missing: z.array(z.string()).describe("hashes of the files that have to be sent"),
    changes: ReportChanges,
  })
  .meta({ id: "FolderUploadPlan", description: "what an upload of a folder would send and change" })
export type FolderUploadPlan = z.infer<typeof FolderUploadPlan>

/** Text fields of `/v2/add/folder`; the missing files are in `files`, each with its hash as file name. */
export const FolderUploadFields = z
  .object({
    contents: z
      .string()
      .transform((text, context) => {
        try {
          return JSON.parse(text) as unknown
        } catch {
          context.addIssue({ code: "custom", message: "must be the JSON of the folder" })
          return z.NEVER
        }
      })
      .pipe(FolderContents)
      .describe("the folder as JSON, as sent to /v2/add/folder/plan; must come before the files"),
  })
  .describe("text fields of an upload of a folder")
export type FolderUploadFields = z.infer<typeof FolderUploadFields>
