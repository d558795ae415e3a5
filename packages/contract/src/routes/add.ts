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
} from "../sources/add.ts"
import { FolderContents, FolderUploadFields, FolderUploadPlan } from "../sources/folder-upload.ts"
import { PreviewRepositoryParams, PreviewRepositoryRequest, RepositoryPreview } from "../sources/preview-repository.ts"
import type { Route } from "./route.ts"

/** The fields that are the same for every route that adds a source. */
const ADDITION = {
  method: "POST",
  permissions: ["addLibrary"],
  rateClass: "add",
  workload: "transfer",
  status: 200,
  response: AddLibraryResponse,
} as const satisfies Partial<Route>

/** An addition that needs another permission if the library is private. */
const PRIVATE_OR_PUBLIC = {
  ...ADDITION,
  conditionalPermissions: ["addPrivateLibrary"],
} as const satisfies Partial<Route>

/** Adding a repository: the path only says what kind of host it is on. */
const REPOSITORY = {
  ...PRIVATE_OR_PUBLIC,
  body: AddGitRequest,
  ignoresUnknownFields: true,
} as const satisfies Partial<Route>

/** Routes that add a source as a library. */
export const ADD_ROUTES = [
  {
    ...REPOSITORY,
    operationId: "addRepositoryHostedA",
    path: "/api/v2/add/repo/hosted-a",
    aliases: ["/api/v2/add/repo/github"],
    summary: "add a repository from GitHub",
  },
  {
    ...REPOSITORY,
    operationId: "addRepositoryHostedB",
    path: "/api/v2/add/repo/hosted-b",
    aliases: ["/api/v2/add/repo/gitlab"],
    summary: "add a repository from GitLab",
  },
  {
    ...REPOSITORY,
    operationId: "addRepositoryHostedC",
    path: "/api/v2/add/repo/hosted-c",
    aliases: ["/api/v2/add/repo/bitbucket"],
    summary: "add a repository from Bitbucket",
  },
  {
    ...REPOSITORY,
    operationId: "addRepository",
    path: "/api/v2/add/repo/git",
    summary: "add a repository from any other git host",
  },
  {
    operationId: "previewRepository",
    method: "POST",
    path: "/api/v2/add/repo/{host}/preview",
    summary: "which files of a repository would be read; nothing is stored",
    permissions: ["addLibrary"],
    conditionalPermissions: ["addPrivateLibrary"],
    workload: "transfer",
    params: PreviewRepositoryParams,
    body: PreviewRepositoryRequest,
    status: 200,
    response: RepositoryPreview,
  },
  {
    ...ADDITION,
    operationId: "addWiki",
    path: "/api/v2/add/wiki",
    aliases: ["/api/v2/add/confluence"],
    summary: "add a wiki space",
    permissions: ["addPrivateLibrary"],
    body: AddWikiRequest,
    ignoresUnknownFields: true,
  },
  {
    ...ADDITION,
    operationId: "addNotes",
    path: "/api/v2/add/notes",
    aliases: ["/api/v2/add/notion"],
    summary: "add notes pages",
    permissions: ["addPrivateLibrary"],
    body: AddNotesRequest,
    ignoresUnknownFields: true,
  },
  {
    ...ADDITION,
    operationId: "addWebsite",
    path: "/api/v2/add/website",
    summary: "add a website",
    body: AddWebsiteRequest,
  },
  {
    ...ADDITION,
    operationId: "addOpenApi",
    path: "/api/v2/add/openapi",
    summary: "add an OpenAPI description",
    body: AddOpenApiRequest,
    ignoresUnknownFields: true,
  },
  {
    ...ADDITION,
    operationId: "addLlmsTxt",
    path: "/api/v2/add/llmstxt",
    summary: "add an llms.txt file",
    body: AddLlmsTxtRequest,
    ignoresUnknownFields: true,
  },
  {
    ...PRIVATE_OR_PUBLIC,
    operationId: "uploadFiles",
    path: "/api/v2/add/file-upload",
    summary: "upload PDF and DOCX files",
    form: FileUploadFields,
  },
  {
    ...PRIVATE_OR_PUBLIC,
    operationId: "uploadOpenApi",
    path: "/api/v2/add/openapi-upload",
    summary: "upload an OpenAPI file",
    form: OpenApiUploadFields,
  },
  {
    ...PRIVATE_OR_PUBLIC,
    operationId: "uploadPdf",
    path: "/api/v2/add/pdf-upload",
    summary: "upload a PDF",
    form: PdfUploadFields,
  },
  {
    operationId: "planFolderUpload",
    method: "POST",
    path: "/api/v2/add/folder/plan",
    summary: "find out which files of a folder have to be uploaded",
    permissions: ["addLibrary"],
    conditionalPermissions: ["addPrivateLibrary"],
    workload: "transfer",
    body: FolderContents,
    status: 200,
    response: FolderUploadPlan,
  },
  {
    ...PRIVATE_OR_PUBLIC,
    operationId: "uploadFolder",
    path: "/api/v2/add/folder",
    summary: "upload a folder of documentation, or refresh it",
    form: FolderUploadFields,
  },
] as const satisfies readonly Route[]
