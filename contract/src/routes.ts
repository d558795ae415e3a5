import type { z } from "zod"
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
import {
  AnonymousPermissions,
  AuditQuery,
  AuditResponse,
  CreateUserRequest,
  ListUsersResponse,
  Settings,
  UpdatePermissionsRequest,
  UpdateUserRequest,
  User,
} from "./admin.ts"
import { CombinedSearchQuery, CombinedSearchResponse } from "./combined-search.ts"
import { Connection, CreateConnectionRequest, ListConnectionsResponse } from "./connections.ts"
import { ContextQuery, ContextResponse } from "./context.ts"
import { HealthResponse, PingResponse, ReadyResponse } from "./health.ts"
import { Job, JobParams, ListJobsQuery, ListJobsResponse } from "./jobs.ts"
import { CreateKeyRequest, CreateKeyResponse, DoneResponse, IdParams, ListKeysResponse } from "./keys.ts"
import {
  AddVersionRequest,
  DeleteLibraryResponse,
  LibraryParams,
  LibraryRecord,
  QueuedResponse,
  SearchLibrariesQuery,
  SearchLibrariesResponse,
} from "./libraries.ts"
import { McpStatusResponse } from "./mcp.ts"
import { MetricsQuery, MetricsResponse } from "./metrics.ts"
import { PolicyConfiguration, UpdatePoliciesRequest } from "./policies.ts"
import { ImportLibrariesRequest, ImportLibrariesResponse } from "./portable.ts"
import { RefreshRequest, RefreshResponse } from "./refresh.ts"

/**
 * Who may call a route in the self-hosted edition:
 * - `everyone`: never needs a key, not even with a global key;
 * - `reader`: anyone, unless a global key is set;
 * - `keyHolder`: any valid key;
 * - `submitter`: a key of a member or an admin; anonymous when anonymous parse is switched on;
 * - `remover`: an admin; anonymous when anonymous delete is switched on;
 * - `jobOwner`: who added the library, or an admin;
 * - `admin`: an admin; in the hosted edition an owner or admin of the teamspace.
 */
export type RouteCaller = "everyone" | "reader" | "keyHolder" | "submitter" | "remover" | "jobOwner" | "admin"

/** One route of the public API. */
export interface Route {
  readonly operationId: string
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** Path below `{root}` with neutral words; parameters in braces. */
  readonly path: string
  /** The same route under product names. */
  readonly aliases?: readonly string[]
  readonly summary: string
  readonly caller: RouteCaller
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** JSON body. */
  readonly body?: z.ZodType
  /** Text fields of a multipart body; the files are named in `UPLOAD_FILE_FIELDS`. */
  readonly form?: z.ZodType
  /** Status of success. */
  readonly status: 200 | 202
  /** JSON body of success; undefined where the answer is a stream, a file or a page. */
  readonly response?: z.ZodType
  /** Content type of a successful answer that is not JSON (or not always). */
  readonly otherContentType?: string
  /** Title of the issue that serves the route; undefined when it is served. */
  readonly later?: string
}

const SOURCES = "Sources: every source, every format, every version"
const ACCESS = "Access: people, keys, teamspaces and policies"
const ANSWERS = "Answers: better passages than any open or closed rival"
const DOORS = "Doors: MCP everywhere, clients, usage metrics, scores"

const addRepository = {
  method: "POST",
  caller: "submitter",
  body: AddGitRequest,
  status: 200,
  response: AddLibraryResponse,
} as const
const addSource = {
  method: "POST",
  caller: "submitter",
  status: 200,
  response: AddLibraryResponse,
  later: SOURCES,
} as const

const READ_ROUTES = [
  {
    operationId: "searchLibraries",
    method: "GET",
    path: "/api/v2/libs/search",
    caller: "reader",
    query: SearchLibrariesQuery,
    status: 200,
    response: SearchLibrariesResponse,
    summary: "find libraries by name",
  },
  {
    operationId: "getContext",
    method: "GET",
    path: "/api/v2/context",
    caller: "reader",
    query: ContextQuery,
    status: 200,
    response: ContextResponse,
    otherContentType: "text/plain",
    summary: "passages of one library that answer a question",
  },
  {
    operationId: "combinedSearch",
    method: "GET",
    path: "/api/v3/search",
    caller: "reader",
    query: CombinedSearchQuery,
    status: 200,
    response: CombinedSearchResponse,
    otherContentType: "text/plain",
    summary: "passages of up to four libraries",
    later: ANSWERS,
  },
  {
    operationId: "getMetrics",
    method: "GET",
    path: "/api/v2/libs/metrics",
    caller: "reader",
    query: MetricsQuery,
    status: 200,
    response: MetricsResponse,
    summary: "how a library is used",
    later: DOORS,
  },
  {
    operationId: "getLibrary",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}",
    caller: "reader",
    params: LibraryParams,
    status: 200,
    response: LibraryRecord,
    summary: "a library with its source, versions, last job and file report",
  },
] as const satisfies readonly Route[]

const ADD_ROUTES = [
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
    ...addSource,
    operationId: "addWiki",
    path: "/api/v2/add/wiki",
    aliases: ["/api/v2/add/confluence"],
    body: AddWikiRequest,
    summary: "add a wiki space",
  },
  {
    ...addSource,
    operationId: "addNotes",
    path: "/api/v2/add/notes",
    aliases: ["/api/v2/add/notion"],
    body: AddNotesRequest,
    summary: "add notes pages",
  },
  {
    ...addSource,
    operationId: "addWebsite",
    path: "/api/v2/add/website",
    body: AddWebsiteRequest,
    summary: "add a web site",
  },
  {
    ...addSource,
    operationId: "addOpenApi",
    path: "/api/v2/add/openapi",
    body: AddOpenApiRequest,
    summary: "add an OpenAPI description",
  },
  {
    ...addSource,
    operationId: "addLlmsTxt",
    path: "/api/v2/add/llmstxt",
    body: AddLlmsTxtRequest,
    summary: "add an llms.txt file",
  },
  {
    ...addSource,
    operationId: "uploadFiles",
    path: "/api/v2/add/file-upload",
    form: FileUploadFields,
    summary: "upload PDF and DOCX files",
  },
  {
    ...addSource,
    operationId: "uploadOpenApi",
    path: "/api/v2/add/openapi-upload",
    form: OpenApiUploadFields,
    summary: "upload an OpenAPI file",
  },
  {
    ...addSource,
    operationId: "uploadPdf",
    path: "/api/v2/add/pdf-upload",
    form: PdfUploadFields,
    summary: "upload a PDF",
  },
] as const satisfies readonly Route[]

const LIBRARY_ROUTES = [
  {
    operationId: "refreshLibrary",
    method: "POST",
    path: "/api/v1/refresh",
    caller: "submitter",
    body: RefreshRequest,
    status: 200,
    response: RefreshResponse,
    summary: "read a library's source again",
  },
  {
    operationId: "addVersion",
    method: "POST",
    path: "/api/v2/libs/{owner}/{repo}/versions",
    caller: "submitter",
    params: LibraryParams,
    body: AddVersionRequest,
    status: 202,
    response: QueuedResponse,
    summary: "index a tag or branch as a version",
    later: SOURCES,
  },
  {
    operationId: "deleteLibrary",
    method: "DELETE",
    path: "/api/v2/libs/{owner}/{repo}",
    caller: "remover",
    params: LibraryParams,
    status: 200,
    response: DeleteLibraryResponse,
    summary: "delete a library",
  },
  {
    operationId: "exportLibrary",
    method: "GET",
    path: "/api/v2/libs/{owner}/{repo}/export",
    caller: "keyHolder",
    params: LibraryParams,
    status: 200,
    otherContentType: "application/zip",
    summary: "a library as a portable bundle",
  },
  {
    operationId: "importLibraries",
    method: "POST",
    path: "/api/v2/import-libraries",
    caller: "admin",
    body: ImportLibrariesRequest,
    status: 202,
    response: ImportLibrariesResponse,
    summary: "import libraries from a bundle",
  },
  {
    operationId: "listJobs",
    method: "GET",
    path: "/api/v2/jobs",
    caller: "keyHolder",
    query: ListJobsQuery,
    status: 200,
    response: ListJobsResponse,
    summary: "jobs, newest first",
  },
  {
    operationId: "getJob",
    method: "GET",
    path: "/api/v2/jobs/{id}",
    caller: "keyHolder",
    params: JobParams,
    status: 200,
    response: Job,
    summary: "one job",
  },
  {
    operationId: "watchJob",
    method: "GET",
    path: "/api/v2/jobs/{id}/events",
    caller: "keyHolder",
    params: JobParams,
    status: 200,
    otherContentType: "text/event-stream",
    summary: "the changes of a job as they happen",
  },
  {
    operationId: "cancelJob",
    method: "POST",
    path: "/api/v2/jobs/{id}/cancel",
    caller: "jobOwner",
    params: JobParams,
    status: 200,
    response: Job,
    summary: "stop a job",
  },
] as const satisfies readonly Route[]

const PEOPLE_ROUTES = [
  {
    operationId: "getPolicies",
    method: "GET",
    path: "/api/v2/policies",
    caller: "keyHolder",
    status: 200,
    response: PolicyConfiguration,
    summary: "the policies of the teamspace",
    later: ACCESS,
  },
  {
    operationId: "updatePolicies",
    method: "PATCH",
    path: "/api/v2/policies",
    caller: "admin",
    body: UpdatePoliciesRequest,
    status: 200,
    response: PolicyConfiguration,
    summary: "change policies",
    later: ACCESS,
  },
  {
    operationId: "listKeys",
    method: "GET",
    path: "/api/v2/keys",
    caller: "keyHolder",
    status: 200,
    response: ListKeysResponse,
    summary: "the caller's keys",
    later: ACCESS,
  },
  {
    operationId: "createKey",
    method: "POST",
    path: "/api/v2/keys",
    caller: "keyHolder",
    body: CreateKeyRequest,
    status: 200,
    response: CreateKeyResponse,
    summary: "make a key",
    later: ACCESS,
  },
  {
    operationId: "revokeKey",
    method: "DELETE",
    path: "/api/v2/keys/{id}",
    caller: "keyHolder",
    params: IdParams,
    status: 200,
    response: DoneResponse,
    summary: "revoke a key",
    later: ACCESS,
  },
  {
    operationId: "listConnections",
    method: "GET",
    path: "/api/v2/connections",
    caller: "keyHolder",
    status: 200,
    response: ListConnectionsResponse,
    summary: "connected accounts",
    later: ACCESS,
  },
  {
    operationId: "createConnection",
    method: "POST",
    path: "/api/v2/connections",
    caller: "admin",
    body: CreateConnectionRequest,
    status: 200,
    response: Connection,
    summary: "connect an account",
    later: ACCESS,
  },
  {
    operationId: "deleteConnection",
    method: "DELETE",
    path: "/api/v2/connections/{id}",
    caller: "admin",
    params: IdParams,
    status: 200,
    response: DoneResponse,
    summary: "disconnect an account",
    later: ACCESS,
  },
  {
    operationId: "listUsers",
    method: "GET",
    path: "/api/v2/admin/users",
    caller: "admin",
    status: 200,
    response: ListUsersResponse,
    summary: "all users",
    later: ACCESS,
  },
  {
    operationId: "createUser",
    method: "POST",
    path: "/api/v2/admin/users",
    caller: "admin",
    body: CreateUserRequest,
    status: 200,
    response: User,
    summary: "make an account",
    later: ACCESS,
  },
  {
    operationId: "updateUser",
    method: "PATCH",
    path: "/api/v2/admin/users/{id}",
    caller: "admin",
    params: IdParams,
    body: UpdateUserRequest,
    status: 200,
    response: User,
    summary: "change an account",
    later: ACCESS,
  },
  {
    operationId: "deleteUser",
    method: "DELETE",
    path: "/api/v2/admin/users/{id}",
    caller: "admin",
    params: IdParams,
    status: 200,
    response: DoneResponse,
    summary: "delete an account",
    later: ACCESS,
  },
  {
    operationId: "getSettings",
    method: "GET",
    path: "/api/v2/admin/settings",
    caller: "admin",
    status: 200,
    response: Settings,
    summary: "settings",
    later: ACCESS,
  },
  {
    operationId: "updateSettings",
    method: "PATCH",
    path: "/api/v2/admin/settings",
    caller: "admin",
    body: Settings,
    status: 200,
    response: Settings,
    summary: "change settings",
    later: ACCESS,
  },
  {
    operationId: "getPermissions",
    method: "GET",
    path: "/api/v2/admin/permissions",
    caller: "admin",
    status: 200,
    response: AnonymousPermissions,
    summary: "what callers without a key may do",
    later: ACCESS,
  },
  {
    operationId: "updatePermissions",
    method: "PATCH",
    path: "/api/v2/admin/permissions",
    caller: "admin",
    body: UpdatePermissionsRequest,
    status: 200,
    response: AnonymousPermissions,
    summary: "change anonymous permissions",
    later: ACCESS,
  },
  {
    operationId: "listAudit",
    method: "GET",
    path: "/api/v2/admin/audit",
    caller: "admin",
    query: AuditQuery,
    status: 200,
    response: AuditResponse,
    summary: "the audit log",
    later: ACCESS,
  },
] as const satisfies readonly Route[]

const SERVICE_ROUTES = [
  {
    operationId: "getHealth",
    method: "GET",
    path: "/api/health",
    caller: "everyone",
    status: 200,
    response: HealthResponse,
    summary: "the process is alive",
  },
  {
    operationId: "getReadiness",
    method: "GET",
    path: "/api/ready",
    caller: "everyone",
    status: 200,
    response: ReadyResponse,
    summary: "requests are served",
  },
  {
    operationId: "getMcpStatus",
    method: "GET",
    path: "/api/auth/mcp",
    caller: "reader",
    status: 200,
    response: McpStatusResponse,
    summary: "whether MCP needs a key",
  },
  {
    operationId: "getOpenApi",
    method: "GET",
    path: "/api/openapi.json",
    caller: "reader",
    status: 200,
    otherContentType: "application/json",
    summary: "this description",
  },
  {
    operationId: "readOpenApi",
    method: "GET",
    path: "/api/docs",
    caller: "reader",
    status: 200,
    otherContentType: "text/html",
    summary: "this description as a page",
  },
  {
    operationId: "ping",
    method: "GET",
    path: "/ping",
    caller: "everyone",
    status: 200,
    response: PingResponse,
    summary: "the MCP server is alive",
  },
] as const satisfies readonly Route[]

const EVERY_ROUTE = [...READ_ROUTES, ...ADD_ROUTES, ...LIBRARY_ROUTES, ...PEOPLE_ROUTES, ...SERVICE_ROUTES] as const

/** Name of a route. */
export type OperationId = (typeof EVERY_ROUTE)[number]["operationId"]

/** Every route of the public API, served now or later. */
export const ROUTES: readonly (Route & { readonly operationId: OperationId })[] = EVERY_ROUTE
