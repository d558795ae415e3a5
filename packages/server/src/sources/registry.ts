import { plainAddress } from "./base/plain-address.ts"
import { FolderOptions, folderRecordOf, folderSourceOf } from "./folder/options.ts"
import { isSameRepositoryAddress } from "./git/address.ts"
import { GitOptions, gitRecordOf, gitSourceOf } from "./git/options.ts"
import { ImportOptions, importRecordOf, importSourceOf } from "./import/options.ts"
import { IMPORT_REFRESH } from "./import/refresh.ts"
import { LlmsTxtOptions, llmsTxtRecordOf, llmsTxtSourceOf } from "./llmstxt/options.ts"
import { NotesOptions, notesRecordOf, notesSourceOf } from "./notes/options.ts"
import { OpenApiOptions, openApiRecordOf, openApiSourceOf } from "./openapi/options.ts"
import { OPENAPI_REFRESH } from "./openapi/refresh.ts"
import { REFRESHED, REFRESHED_ON_REQUEST, type SourceKind } from "./kind/source-kind.ts"
import type { Source } from "./source.ts"
import { UploadOptions, uploadRecordOf, uploadSourceOf } from "./upload/options.ts"
import { WebsiteOptions, websiteRecordOf, websiteSourceOf } from "./website/options.ts"
import { WikiOptions, wikiRecordOf, wikiSourceOf } from "./wiki/options.ts"

type KindOf<Name extends Source["kind"]> = SourceKind<Extract<Source, { readonly kind: Name }>>

const isSameAddress = (one: string, other: string): boolean => plainAddress(one) === plainAddress(other)

/**
 * Every source kind. `open` imports its code on first use, because a serving process never needs it and a worker rarely
 * needs all.
 */
export const SOURCE_KINDS: { readonly [Name in Source["kind"]]: KindOf<Name> } = {
  git: {
    options: GitOptions,
    refresh: REFRESHED,
    fromRecord: gitSourceOf,
    toRecord: gitRecordOf,
    isSameAddress: isSameRepositoryAddress,
    open: async (...given) => (await import("./git/open.ts")).openGit(...given),
  },
  website: {
    options: WebsiteOptions,
    refresh: REFRESHED,
    fromRecord: websiteSourceOf,
    toRecord: websiteRecordOf,
    isSameAddress,
    open: async (...given) => (await import("./website/open.ts")).openWebsite(...given),
  },
  llmstxt: {
    options: LlmsTxtOptions,
    refresh: REFRESHED,
    fromRecord: llmsTxtSourceOf,
    toRecord: llmsTxtRecordOf,
    isSameAddress,
    open: async (...given) => (await import("./llmstxt/open.ts")).openLlmsTxt(...given),
  },
  openapi: {
    options: OpenApiOptions,
    refresh: OPENAPI_REFRESH,
    fromRecord: openApiSourceOf,
    toRecord: openApiRecordOf,
    isSameAddress: (one, other) => one === other,
    open: async (...given) => (await import("./openapi/open.ts")).openOpenApi(...given),
  },
  wiki: {
    options: WikiOptions,
    refresh: REFRESHED,
    fromRecord: wikiSourceOf,
    toRecord: wikiRecordOf,
    isSameAddress,
    open: async (...given) => (await import("./wiki/open.ts")).openWiki(...given),
  },
  notes: {
    options: NotesOptions,
    refresh: REFRESHED,
    fromRecord: notesSourceOf,
    toRecord: notesRecordOf,
    isSameAddress,
    open: async (...given) => (await import("./notes/open.ts")).openNotes(...given),
  },
  upload: {
    options: UploadOptions,
    refresh: REFRESHED_ON_REQUEST,
    fromRecord: uploadSourceOf,
    toRecord: uploadRecordOf,
    isSameAddress: (one, other) => one === other,
    open: async (request, dependencies) => (await import("./upload/open.ts")).openUpload(request, dependencies),
  },
  import: {
    options: ImportOptions,
    refresh: IMPORT_REFRESH,
    fromRecord: importSourceOf,
    toRecord: importRecordOf,
    isSameAddress: () => false,
    open: async (request) => (await import("./import/open.ts")).openImport(request),
  },
  folder: {
    options: FolderOptions,
    refresh: REFRESHED_ON_REQUEST,
    fromRecord: folderSourceOf,
    toRecord: folderRecordOf,
    isSameAddress: (one, other) => one === other,
    open: async (...given) => (await import("./folder/open.ts")).openFolder(...given),
  },
}

/** Returns the entry of a source's kind, typed to accept any source. */
export function kindOf(source: Pick<Source, "kind">): SourceKind<Source> {
  return SOURCE_KINDS[source.kind]
}
