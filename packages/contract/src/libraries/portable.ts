import { z } from "zod"
import { CodeEntry } from "../answers/context.ts"
import { boundedText, Count, Message } from "../limits/fields.ts"
import { LIMITS } from "../limits/limits.ts"

/** A code snippet in an export. */
export const PortableCodeSnippet = z
  .object({
    id: z.string().describe("URL of the source page"),
    title: z.string(),
    description: z.string(),
    language: z.string(),
    codeList: z.array(CodeEntry),
    tokens: Count,
    pageTitle: z.string(),
  })
  .meta({ id: "PortableCodeSnippet", description: "a code snippet of an export" })
export type PortableCodeSnippet = z.infer<typeof PortableCodeSnippet>

/** A prose snippet in an export. */
export const PortableInfoSnippet = z
  .object({
    id: z.string().describe("URL of the source page"),
    content: z.string(),
    breadcrumb: z.string(),
    tokens: Count,
    pageTitle: z.string(),
  })
  .meta({ id: "PortableInfoSnippet", description: "a prose snippet of an export" })
export type PortableInfoSnippet = z.infer<typeof PortableInfoSnippet>

const snippetLists = { codeSnippets: z.array(PortableCodeSnippet), infoSnippets: z.array(PortableInfoSnippet) }

/** An indexed version in an export. */
export const PortableVersion = z
  .object({ tag: z.string(), ...snippetLists })
  .meta({ id: "PortableVersion", description: "an indexed version of an exported library" })
export type PortableVersion = z.infer<typeof PortableVersion>

/** A library with all indexed content, so that an import restores it completely. */
export const PortableLibrary = z
  .object({
    project: z.string().describe("library identifier"),
    title: z.string(),
    description: z.string(),
    type: z.string().describe("kind of source, for example repo or website"),
    language: z.string().describe("natural language of the documentation"),
    branch: z.string(),
    docsRepoUrl: z.string(),
    docsSiteUrl: z.string(),
    ...snippetLists,
    versions: z.array(PortableVersion),
    rules: z.array(z.string()),
  })
  .meta({ id: "PortableLibrary", description: "a library with all indexed content" })
export type PortableLibrary = z.infer<typeof PortableLibrary>

/** `libraries.json` of an export. */
export const PortableBundle = z
  .object({ libraries: z.array(PortableLibrary) })
  .meta({ id: "PortableBundle", description: "libraries.json of an export" })
export type PortableBundle = z.infer<typeof PortableBundle>

/** Name of the file in the zip of an export. */
export const PORTABLE_FILE_NAME = "libraries.json"

// Exports of other programs can omit fields or set them to null, so every field with a default is optional.
const looseText = z
  .string()
  .nullish()
  .transform((text) => text ?? "")
const looseTokens = z
  .number()
  .nonnegative()
  .nullish()
  .transform((tokens) => (typeof tokens === "number" ? Math.round(tokens) : undefined))
const looseCodeEntry = z.object({ language: looseText, code: z.string() })

const ImportCodeSnippet = z.object({
  id: looseText,
  title: looseText,
  description: looseText,
  language: looseText,
  codeList: z.array(looseCodeEntry),
  tokens: looseTokens,
  pageTitle: looseText,
})

const ImportInfoSnippet = z.object({
  id: looseText,
  content: z.string(),
  breadcrumb: looseText,
  tokens: looseTokens,
  pageTitle: looseText,
})

const looseList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((list) => list ?? [])
const importLists = { codeSnippets: looseList(ImportCodeSnippet), infoSnippets: looseList(ImportInfoSnippet) }

/** A version of an imported library; a plain tag means a version without its own snippets. */
const ImportVersion = z.preprocess(
  (value) => (typeof value === "string" ? { tag: value } : value),
  z.object({ tag: boundedText(1, 255), ...importLists }),
)

/** A library to import: only `project` is required. */
export const ImportLibrary = z
  .object({
    project: boundedText(1, LIMITS.libraryIdMaxCharacters).describe("library identifier"),
    title: looseText,
    description: looseText,
    type: looseText,
    language: looseText,
    branch: looseText,
    docsRepoUrl: looseText,
    docsSiteUrl: looseText,
    ...importLists,
    versions: looseList(ImportVersion),
    rules: looseList(z.string()),
  })
  .meta({ id: "ImportLibrary", description: "a library to import" })
export type ImportLibrary = z.infer<typeof ImportLibrary>

/** The JSON body of an import; the zip contains the same without `force`. */
export const ImportLibrariesRequest = z
  .object({
    libraries: z.array(ImportLibrary),
    force: z.literal(true).optional().describe("overwrite existing libraries; only true is allowed"),
  })
  .meta({ id: "ImportLibrariesRequest", description: "libraries to import" })
export type ImportLibrariesRequest = z.infer<typeof ImportLibrariesRequest>
export type ImportLibrariesRequestInput = z.input<typeof ImportLibrariesRequest>

/** Text fields of an import by zip; the zip is sent as `bundleFile`. */
export const ImportLibrariesFields = z.object({ force: z.literal("true").optional() })
export type ImportLibrariesFields = z.infer<typeof ImportLibrariesFields>

/** What an import will do with each library. */
export const ImportLibrariesResponse = z
  .object({
    message: Message,
    queued: z.array(z.string()).describe("identifiers of the libraries that will be imported"),
    skipped: z.array(z.object({ project: z.string(), reason: z.string() })),
  })
  .meta({ id: "ImportLibrariesResponse", description: "result of an import request" })
export type ImportLibrariesResponse = z.infer<typeof ImportLibrariesResponse>
