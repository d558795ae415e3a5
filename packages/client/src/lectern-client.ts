import type {
  AddGitRequest,
  AddLibraryResponse,
  AddLlmsTxtRequest,
  AddNotesRequest,
  AddOpenApiRequest,
  AddWebsiteRequest,
  AddWikiRequest,
  ApplyInstanceConfigRequest,
  ApplyInstanceConfigResponse,
  CombinedSearchQueryInput,
  CombinedSearchResponse,
  ContextQueryInput,
  ContextResponse,
  FolderContentsInput,
  FolderUploadPlan,
  DeleteLibraryResponse,
  DoneResponse,
  ImportLibrariesRequestInput,
  ImportLibrariesResponse,
  Job,
  JobLogResponse,
  JobEvent,
  LibraryBenchmark,
  LibraryRecord,
  ListJobsQuery,
  ListJobsResponse,
  ListLibrariesQuery,
  ListLibrariesResponse,
  MetricsQueryInput,
  MetricsResponse,
  OperationId,
  QueuedResponse,
  RefreshRequest,
  RefreshResponse,
  PreviewRepositoryRequest,
  RepositoryPreview,
  ScopePreview,
  ScopePreviewRequestInput,
  SearchLibrariesQueryInput,
  SearchLibrariesResponse,
  UpdateLibraryRequest,
} from "@lectern/contract"
import { libraryParams, rootOf } from "./addresses.ts"
import { ConnectionsClient } from "./connections-client.ts"
import { type ExportedLibrary, openExport } from "./exported-library.ts"
import { ADD_REPOSITORY, type GitHostPath } from "./git-host-path.ts"
import { KeysClient } from "./keys-client.ts"
import { ContentsClient } from "./contents-client.ts"
import { QuestionsClient } from "./questions-client.ts"
import { VisibilityRulesClient } from "./visibility-rules-client.ts"
import { AdminClient } from "./admin-client.ts"
import type { CallOptions, LecternClientOptions, TextOptions, UploadedFile, UploadOptions } from "./client-options.ts"
import { readText } from "./read-response.ts"
import { type Call, type Connection, jsonSender, type SendJson, sendRequest } from "./send-request.ts"
import { fileForm, filesForm, folderForm } from "./upload-forms.ts"
import { watchJob } from "./watch-job.ts"
import { ServiceClient } from "./service-client.ts"
import { SessionClient } from "./session-client.ts"
import { TeamspacesClient } from "./teamspaces-client.ts"
import { WebhooksClient } from "./webhooks-client.ts"

/** More than the 60 seconds after which a server returns 504, so that the client receives that response. */
const DEFAULT_TIMEOUT_MS = 65_000
const DEFAULT_MAX_RETRIES = 2
/** Long enough to upload 100 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000

/**
 * Client of one Lectern server. Every method rejects with `ApiError`, `ServerUnreachable`, `RequestTimedOut` or the
 * reason of the given signal.
 */
export class LecternClient {
  /** Policies and access rules. */
  readonly visibility: VisibilityRulesClient
  /** Questions with wrong answers or none. */
  readonly questions: QuestionsClient
  /** Pages and snippets of libraries. */
  readonly contents: ContentsClient
  /** Webhooks. */
  readonly webhooks: WebhooksClient
  /** Keys of the caller's account. */
  readonly keys: KeysClient
  /** Connected accounts of other services. */
  readonly connections: ConnectionsClient
  /** Teamspaces, members, projects and invitations. */
  readonly teamspaces: TeamspacesClient
  /** Signing in and out, in a browser. */
  readonly session: SessionClient
  /** Accounts, settings, permissions and the audit log. */
  readonly admin: AdminClient
  /** The server itself. */
  readonly service: ServiceClient
  readonly #connection: Connection
  readonly #json: SendJson

  /** @throws {TypeError} the URL is not an http or https address. */
  constructor(options: LecternClientOptions) {
    this.#connection = {
      rootUrl: rootOf(options.url),
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      headers: {
        ...(options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
        ...(options.source === undefined ? {} : { "x-lectern-source": options.source }),
        ...(options.userAgent === undefined ? {} : { "user-agent": options.userAgent }),
      },
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    }
    this.#json = jsonSender(this.#connection)
    this.visibility = new VisibilityRulesClient(this.#json)
    this.questions = new QuestionsClient(this.#json)
    this.contents = new ContentsClient(this.#json)
    this.webhooks = new WebhooksClient(this.#json)
    this.keys = new KeysClient(this.#json)
    this.connections = new ConnectionsClient(this.#json)
    this.teamspaces = new TeamspacesClient(this.#json)
    this.session = new SessionClient(this.#json)
    this.admin = new AdminClient(this.#connection)
    this.service = new ServiceClient(this.#json)
  }

  /** Finds libraries by name, best first; `query` ranks them. */
  searchLibraries(query: SearchLibrariesQueryInput, options?: CallOptions): Promise<SearchLibrariesResponse> {
    return this.#json({ operation: "searchLibraries", query }, options)
  }

  /** Returns the snippets of one library that answer a question, as JSON. */
  readContext(query: Omit<ContextQueryInput, "type">, options?: CallOptions): Promise<ContextResponse> {
    return this.#json({ operation: "getContext", query: { ...query, type: "json" } }, options)
  }

  /** Returns the snippets of one library that answer a question, as text. */
  readContextText(query: Omit<ContextQueryInput, "type">, options?: TextOptions): Promise<string> {
    return this.#text({ operation: "getContext", query: { ...query, type: "txt" } }, options)
  }

  /** Returns the snippets of up to four libraries that answer a question, as JSON. */
  searchDocumentation(
    query: Omit<CombinedSearchQueryInput, "type">,
    options?: CallOptions,
  ): Promise<CombinedSearchResponse> {
    return this.#json({ operation: "combinedSearch", query: { ...query, type: "json" } }, options)
  }

  /** Returns the snippets of up to four libraries that answer a question, as text. */
  searchDocumentationText(query: Omit<CombinedSearchQueryInput, "type">, options?: TextOptions): Promise<string> {
    return this.#text({ operation: "combinedSearch", query: { ...query, type: "txt" } }, options)
  }

  /** Adds a git repository of any host; it is processed in the background. */
  addRepository(
    request: AddGitRequest,
    { host = "git", ...options }: CallOptions & { readonly host?: GitHostPath } = {},
  ): Promise<AddLibraryResponse> {
    return this.#json({ operation: ADD_REPOSITORY[host], json: request }, options)
  }

  /** Lists the files of a repository that would be read if it were added with these options; nothing is stored. */
  previewRepository(
    request: PreviewRepositoryRequest,
    { host = "git", ...options }: CallOptions & { readonly host?: GitHostPath } = {},
  ): Promise<RepositoryPreview> {
    return this.#json({ operation: "previewRepository", params: { host }, json: request }, options)
  }

  /**
   * Uploads PDF and DOCX files as one library; they are processed in the background.
   *
   * @param files at most 50, of 50 MB each and 200 MB together.
   */
  uploadFiles(files: readonly UploadedFile[], options: UploadOptions = {}): Promise<AddLibraryResponse> {
    return this.#upload("uploadFiles", filesForm(files, options), options)
  }

  /** Uploads one PDF as a library; it is processed in the background. @param file at most 50 MB. */
  uploadPdf(file: UploadedFile, options: UploadOptions = {}): Promise<AddLibraryResponse> {
    return this.#upload("uploadPdf", fileForm("pdfFile", file, options), options)
  }

  /** Adds a website; its pages are read in the background. */
  addWebsite(request: AddWebsiteRequest, options?: CallOptions): Promise<AddLibraryResponse> {
    return this.#json({ operation: "addWebsite", json: request }, options)
  }

  /** Adds an `llms.txt` file with the pages that it lists; they are read in the background. */
  addLlmsTxt(request: AddLlmsTxtRequest, options?: CallOptions): Promise<AddLibraryResponse> {
    return this.#json({ operation: "addLlmsTxt", json: request }, options)
  }

  /** Adds a space of a wiki through a connected account; its pages are read in the background. */
  addWiki(request: AddWikiRequest, options?: CallOptions): Promise<AddLibraryResponse> {
    return this.#json({ operation: "addWiki", json: request }, options)
  }

  /** Adds pages of notes, with everything below them, through a connected account. */
  addNotes(request: AddNotesRequest, options?: CallOptions): Promise<AddLibraryResponse> {
    return this.#json({ operation: "addNotes", json: request }, options)
  }

  /** Adds an OpenAPI description by its address; it is fetched and processed in the background. */
  addOpenApi(request: AddOpenApiRequest, options?: CallOptions): Promise<AddLibraryResponse> {
    return this.#json({ operation: "addOpenApi", json: request }, options)
  }

  /**
   * Uploads an OpenAPI description; it is processed in the background.
   *
   * @param file JSON or YAML, at most 10 MB; only the file name of `path` is used.
   */
  uploadOpenApi(file: UploadedFile, options: UploadOptions = {}): Promise<AddLibraryResponse> {
    return this.#upload("uploadOpenApi", fileForm("openapiFile", file, options), options)
  }

  /** Returns which files of a folder have to be sent, and what the upload would change. */
  planFolderUpload(contents: FolderContentsInput, options?: CallOptions): Promise<FolderUploadPlan> {
    return this.#json({ operation: "planFolderUpload", json: contents }, options)
  }

  /**
   * Uploads a folder, or refreshes the library of the folder with that name; it is processed in the background.
   *
   * @param files the contents that `planFolderUpload` lists as missing, by hash.
   */
  uploadFolder(
    contents: FolderContentsInput,
    files: ReadonlyMap<string, Blob>,
    options: CallOptions & Pick<UploadOptions, "onProgress"> = {},
  ): Promise<AddLibraryResponse> {
    return this.#upload("uploadFolder", folderForm(contents, files), options)
  }

  /** Indexes a tag or branch of a library's repository as a version, in the background. */
  async addVersion(libraryId: string, tag: string, options?: CallOptions): Promise<QueuedResponse> {
    return this.#json({ operation: "addVersion", params: libraryParams(libraryId), json: { tag } }, options)
  }

  /** Deletes an indexed version. @param libraryId `/owner/repo` without a version. */
  async deleteVersion(libraryId: string, tag: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteVersion", params: { ...libraryParams(libraryId), tag } }, options)
  }

  /** Returns which known files folders and exclusions match; changes nothing. */
  async previewScope(libraryId: string, scope: ScopePreviewRequestInput, options?: CallOptions): Promise<ScopePreview> {
    return this.#json({ operation: "previewScope", params: libraryParams(libraryId), json: scope }, options)
  }

  /** Refreshes a library in the background. */
  refreshLibrary(request: RefreshRequest, options?: CallOptions): Promise<RefreshResponse> {
    return this.#json({ operation: "refreshLibrary", json: request }, options)
  }

  /** Reads the usage of a library or of one version. */
  getMetrics(query: MetricsQueryInput, options?: CallOptions): Promise<MetricsResponse> {
    return this.#json({ operation: "getMetrics", query }, options)
  }

  /** Lists the newest libraries that the caller can see. */
  listLibraries(query: Partial<ListLibrariesQuery> = {}, options?: CallOptions): Promise<ListLibrariesResponse> {
    return this.#json({ operation: "listLibraries", query }, options)
  }

  /** Reads the record of a library. @param libraryId `/owner/repo` without a version. */
  async getLibrary(libraryId: string, options?: CallOptions): Promise<LibraryRecord> {
    return this.#json({ operation: "getLibrary", params: libraryParams(libraryId) }, options)
  }

  /** Reads the benchmark questions of a library. @param libraryId `/owner/repo` without a version. */
  async getBenchmark(libraryId: string, options?: CallOptions): Promise<LibraryBenchmark> {
    return this.#json({ operation: "getBenchmark", params: libraryParams(libraryId) }, options)
  }

  /** Changes a library's title, description or schedule. @param libraryId `/owner/repo` without a version. */
  async updateLibrary(libraryId: string, change: UpdateLibraryRequest, options?: CallOptions): Promise<LibraryRecord> {
    return this.#json({ operation: "updateLibrary", params: libraryParams(libraryId), json: change }, options)
  }

  /** Deletes a library. @param libraryId `/owner/repo` without a version. */
  async deleteLibrary(libraryId: string, options?: CallOptions): Promise<DeleteLibraryResponse> {
    return this.#json({ operation: "deleteLibrary", params: libraryParams(libraryId) }, options)
  }

  /** Opens a library as a portable zip; read the body to its end or cancel it. */
  async exportLibrary(libraryId: string, options?: CallOptions): Promise<ExportedLibrary> {
    const accept = "application/zip, application/json"
    const params = libraryParams(libraryId)
    const call: Call = { operation: "exportLibrary", params, accept, streams: true, ...options }
    return sendRequest(this.#connection, call, (response) => Promise.resolve(openExport(response, libraryId)))
  }

  /**
   * Imports the libraries of a portable bundle.
   *
   * @param bundle a zip (at most 100 MB), or the libraries themselves.
   */
  importLibraries(
    bundle: Blob | ImportLibrariesRequestInput["libraries"],
    options?: CallOptions & { readonly force?: boolean },
  ): Promise<ImportLibrariesResponse> {
    const { force, ...callOptions } = options ?? {}
    const call = { operation: "importLibraries" } as const
    const withTime = { timeoutMs: UPLOAD_TIMEOUT_MS, ...callOptions }
    if (!(bundle instanceof Blob)) {
      return this.#json({ ...call, json: { libraries: bundle, force: force || undefined } }, withTime)
    }
    const form = new FormData()
    if (force) {
      form.set("force", "true")
    }
    form.set("bundleFile", bundle, "libraries.zip")
    return this.#json({ ...call, form }, withTime)
  }

  /** Applies a lectern.yaml to the libraries of the instance. */
  applyManifest(request: ApplyInstanceConfigRequest, options?: CallOptions): Promise<ApplyInstanceConfigResponse> {
    return this.#json({ operation: "applyManifest", json: request }, options)
  }

  /** Lists jobs, newest first. */
  listJobs(query: Partial<ListJobsQuery> = {}, options?: CallOptions): Promise<ListJobsResponse> {
    return this.#json({ operation: "listJobs", query }, options)
  }

  getJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#json({ operation: "getJob", params: { id: jobId } }, options)
  }

  /** Cancels a job; the old index stays. */
  cancelJob(jobId: string, options?: CallOptions): Promise<Job> {
    return this.#json({ operation: "cancelJob", params: { id: jobId } }, options)
  }

  /** Returns what a job did, oldest first; kept as long as the job. */
  readJobLog(jobId: string, options?: CallOptions): Promise<JobLogResponse> {
    return this.#json({ operation: "readJobLog", params: { id: jobId } }, options)
  }

  /** Follows a job: its current state, every change, log lines, and one `end` event. Reconnects after lost connections. */
  watchJob(jobId: string, options?: Pick<CallOptions, "signal">): AsyncGenerator<JobEvent, void, undefined> {
    return watchJob(this.#connection, jobId, options?.signal)
  }

  async #text(call: Call, { onHeaders, ...options }: TextOptions = {}): Promise<string> {
    const textCall = { ...call, accept: "text/plain", ...options }
    const { headers, text } = await sendRequest(this.#connection, textCall, readText)
    onHeaders?.(headers)
    return text
  }

  #upload(operation: OperationId, form: FormData, options: UploadOptions): Promise<AddLibraryResponse> {
    const { signal, timeoutMs, onProgress } = options
    return this.#json({ operation, form, onProgress }, { signal, timeoutMs: timeoutMs ?? UPLOAD_TIMEOUT_MS })
  }
}
