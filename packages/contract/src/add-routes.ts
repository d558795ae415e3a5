import {
  AddGitRequest,
  AddLibraryResponse,
  AddLlmsTxtRequest,
  AddNotesRequest,
  AddOpenApiRequest,
  AddWebsiteRequest,
  AddWikiRequest,
  FileUploadFields,
  OpenApiUploadFields,
  PdfUploadFields,
} from "./add.ts"
import type { Route } from "./route.ts"

const addRepository = {
  method: "POST",
  caller: "submitter",
  body: AddGitRequest,
  status: 200,
  response: AddLibraryResponse,
} as const
const addServed = { method: "POST", caller: "submitter", status: 200, response: AddLibraryResponse } as const

/** Routes that add a source. */
export const ADD_ROUTES = [
  {
    ...addRepository,
    operationId: "addRepositoryHostedA",
    path: "/api/v2/add/repo/hosted-a",
    aliases: ["/api/v2/add/repo/github"],
    summary: "add a repository of the first dedicated host",
  },
  {
    ...addRepository,
    operationId: "addRepositoryHostedB",
    path: "/api/v2/add/repo/hosted-b",
    aliases: ["/api/v2/add/repo/gitlab"],
    summary: "add a repository of the second dedicated host",
  },
  {
    ...addRepository,
    operationId: "addRepositoryHostedC",
    path: "/api/v2/add/repo/hosted-c",
    aliases: ["/api/v2/add/repo/bitbucket"],
    summary: "add a repository of the third dedicated host",
  },
  {
    ...addRepository,
    operationId: "addRepository",
    path: "/api/v2/add/repo/git",
    summary: "add a repository of any other git host",
  },
  {
    ...addServed,
    operationId: "addWiki",
    path: "/api/v2/add/wiki",
    aliases: ["/api/v2/add/confluence"],
    body: AddWikiRequest,
    summary: "add a wiki space",
  },
  {
    ...addServed,
    operationId: "addNotes",
    path: "/api/v2/add/notes",
    aliases: ["/api/v2/add/notion"],
    body: AddNotesRequest,
    summary: "add notes pages",
  },
  {
    ...addServed,
    operationId: "addWebsite",
    path: "/api/v2/add/website",
    body: AddWebsiteRequest,
    summary: "add a web site",
  },
  {
    ...addServed,
    operationId: "addOpenApi",
    path: "/api/v2/add/openapi",
    body: AddOpenApiRequest,
    summary: "add an OpenAPI description",
  },
  {
    ...addServed,
    operationId: "addLlmsTxt",
    path: "/api/v2/add/llmstxt",
    body: AddLlmsTxtRequest,
    summary: "add an llms.txt file",
  },
  {
    ...addServed,
    operationId: "uploadFiles",
    path: "/api/v2/add/file-upload",
    form: FileUploadFields,
    summary: "upload PDF and DOCX files",
  },
  {
    ...addServed,
    operationId: "uploadOpenApi",
    path: "/api/v2/add/openapi-upload",
    form: OpenApiUploadFields,
    summary: "upload an OpenAPI file",
  },
  {
    ...addServed,
    operationId: "uploadPdf",
    path: "/api/v2/add/pdf-upload",
    form: PdfUploadFields,
    summary: "upload a PDF",
  },
] as const satisfies readonly Route[]
