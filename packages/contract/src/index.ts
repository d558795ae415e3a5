export {
  describeProblems,
  isMissingInclude,
  listProblems,
  listSuggestions,
  suggestRepository,
  summariseProblems,
} from "./libraries/describe-problems.ts"
export {
  AccessRule,
  AccessRules,
  LibraryAccess,
  UpdateAccessRulesRequest,
  UpdateLibraryAccessRequest,
} from "./visibility/access-rules.ts"
export {
  AddGitRequest,
  AddLibraryResponse,
  AddLlmsTxtRequest,
  AddNotesRequest,
  AddOpenApiRequest,
  AddWebsiteRequest,
  AddWikiRequest,
  FileUploadFields,
  FORCE_ADVICE,
  FORCE_MOVED_ADVICE,
  OpenApiUploadFields,
  PdfUploadFields,
  UPLOAD_FILE_FIELDS,
} from "./sources/add.ts"
export {
  FolderContents,
  type FolderContentsInput,
  FolderFile,
  FolderUploadFields,
  FolderUploadPlan,
  isUploadablePath,
} from "./sources/folder-upload.ts"
export {
  AnonymousPermissions,
  AuditEntry,
  AuditQuery,
  AuditResponse,
  CreateUserRequest,
  ListUsersResponse,
  Settings,
  SettingsResponse,
  UpdatePermissionsRequest,
  UpdateUserRequest,
  User,
} from "./people/admin.ts"
export { isPlainName } from "./people/plain-name.ts"
export {
  AcceptInvitationRequest,
  INVITATION_TOKEN_PREFIX,
  SessionResponse,
  SignInRequest,
  SignUpRequest,
  SsoCallbackQuery,
  SsoStartQuery,
  SwitchTeamspaceRequest,
} from "./people/sessions.ts"
export {
  CreateInvitationRequest,
  CreateInvitationResponse,
  CreateProjectRequest,
  CreateTeamspaceRequest,
  Invitation,
  InvitationParams,
  ListInvitationsResponse,
  ListMembersResponse,
  ListProjectsResponse,
  ListTeamspacesResponse,
  Member,
  MemberParams,
  PLANS,
  Plan,
  Project,
  ProjectParams,
  TEAMSPACE_ROLES,
  Teamspace,
  TeamspaceRole,
  UpdateMemberRequest,
  UpdateTeamspaceRequest,
} from "./teamspaces/teamspaces.ts"
export {
  CombinedCodeSnippet,
  CombinedInfoSnippet,
  CombinedSearchQuery,
  CombinedSearchResponse,
  decodeHeaderText,
  encodeHeaderText,
  SEARCH_HEADERS,
  SEARCH_PARTIAL_REASONS,
  ServedVersions,
  VERSION_STATUSES,
  type CombinedSearchQueryInput,
  type SearchPartialReason,
  type VersionStatus,
} from "./answers/combined-search.ts"
export {
  BeginConsentRequest,
  BeginConsentResponse,
  Connection,
  ConnectionKind,
  ConsentKind,
  CreateConnectionRequest,
  ListConnectionsResponse,
  ListSourcePagesQuery,
  ListSourcePagesResponse,
  SourcePage,
  OpenConsentQuery,
  TestConnectionResponse,
} from "./connections/connections.ts"
export {
  AnswerRules,
  AnswerText,
  AnswerTokens,
  AnswerType,
  CodeEntry,
  CodeSnippet,
  ContextQuery,
  ContextResponse,
  InfoSnippet,
  MODEL_STATUS_HEADER,
  SnippetFinding,
  WrittenText,
  LibraryIdText,
  type ContextQueryInput,
} from "./answers/context.ts"
export { AnswerExplanation, ExplainedLibrary, ExplainedSnippet } from "./answers/explain.ts"
export { ERROR_CODES, isErrorCode, type ErrorCode } from "./errors/error-codes.ts"
export { ErrorBody, QuestionSuggestions, ErrorCodeWord, LibraryRedirectedBody } from "./errors/errors.ts"
export { EVENT_TYPES, EventType, WebhookEvent } from "./webhooks/events.ts"
export {
  AddressText,
  CalendarDate,
  Count,
  Cursor,
  DescriptionText,
  GitReferenceName,
  Message,
  OnSwitch,
  PathPatterns,
  ProjectId,
  Timestamp,
  TitleText,
  boundedText,
  wholeNumber,
} from "./limits/fields.ts"
export { HealthResponse, NotReadyBody, PingResponse, ReadyResponse } from "./instance/health.ts"
export {
  JOB_KINDS,
  JOB_STAGES,
  JOB_STATES,
  Job,
  JobError,
  JobEvent,
  JobKind,
  JobLogLine,
  JobParams,
  JobStage,
  JobState,
  ListJobsQuery,
  ListJobsResponse,
  StageProgress,
  isFinalJobState,
  JobLogResponse,
} from "./jobs/jobs.ts"
export {
  API_KEY_HEADERS,
  API_KEY_PREFIX,
  ApiKey,
  CreateKeyRequest,
  CreateKeyResponse,
  DoneResponse,
  IdParams,
  ListKeysResponse,
  USER_ROLES,
  UserRole,
} from "./people/keys.ts"
export {
  AddVersionRequest,
  DeleteLibraryResponse,
  FileProblem,
  FileReport,
  FlaggedSnippet,
  PageProblems,
  LIBRARY_STATES,
  LibraryParams,
  LibraryFacts,
  LibraryRecord,
  SiteFacts,
  LibrarySource,
  LibraryState,
  LibraryVersion,
  ListLibrariesQuery,
  ListLibrariesResponse,
  QueuedResponse,
  VersionParams,
  ReportChanges,
  SOURCE_KINDS,
  SearchLibrariesQuery,
  SearchLibrariesResponse,
  SearchResultItem,
  SourceKind,
  type SearchLibrariesQueryInput,
} from "./libraries/libraries.ts"
export {
  LIBRARY_ID_FORM,
  LIBRARY_ID_PATTERN,
  LIBRARY_REFERENCE_FORM,
  SOURCE_SEGMENTS,
  foldLibraryId,
  formatLibraryReference,
  isSourceSegment,
  libraryIdOf,
  numberedLibraryId,
  parseChosenLibraryId,
  parseLibraryId,
  parseLibraryReference,
  type FoldedLibraryId,
  type LibraryId,
  type LibraryReference,
  type SourceSegment,
} from "./identifiers/library-id.ts"
export { MoveLibraryRequest, type MoveLibraryRequestInput, MoveLibraryResponse } from "./libraries/move-library.ts"
export { LibraryPage, ListPagesQuery, type ListPagesQueryInput, ListPagesResponse } from "./libraries/pages.ts"
export { BENCHMARK_QUESTION_KINDS, BenchmarkQuestion, LibraryBenchmark } from "./libraries/benchmark.ts"
export { HOOK_HOSTS, HookParams, HookResponse, type HookHost } from "./webhooks/incoming-hooks.ts"
export { LIBRARY_CONFIG_FILES, LibraryConfig } from "./libraries/library-config.ts"
export {
  ApplyInstanceConfigRequest,
  ApplyInstanceConfigResponse,
  LECTERN_YAML_ENTRIES,
  LecternYamlHead,
  LecternYamlPackages,
  InstanceConfigStep,
  type LecternYamlEntry,
  type PackageDocumentationEntry,
  type LecternYamlGit,
  type LecternYamlWebsite,
} from "./instance/instance-config.ts"
export {
  LibraryQuestion,
  LibraryQuestionParams,
  ListQuestionsQuery,
  ListQuestionsResponse,
  QUESTION_KINDS,
  type QuestionKind,
  ReportAnswerRequest,
} from "./libraries/questions.ts"
export {
  ApproveDeviceRequest,
  FinishDeviceRequest,
  FinishDeviceResponse,
  StartDeviceRequest,
  StartDeviceResponse,
} from "./people/device-sign-in.ts"
export { LIMITS } from "./limits/limits.ts"
export { describeDuration, describeJobDuration, describeJobState, describeStageProgress } from "./jobs/describe-job.ts"
export { countOf, formatCount } from "./text/counts.ts"
export { isUrl } from "./text/is-url.ts"
export { nearestName } from "./text/nearest-name.ts"
export { BackupRequested, InstanceBackups, StoredBackup } from "./instance/backups.ts"
export { MODEL_NAMES, ModelParams, ModelTest } from "./instance/models.ts"
export { INSTANCE_PARTS, InstanceStatus, PartStatus } from "./instance/status.ts"
export {
  IndexedSnippet,
  ListSnippetPagesQuery,
  ListSnippetPagesResponse,
  ListSnippetsQuery,
  ListSnippetsResponse,
  SnippetPage,
} from "./libraries/snippets.ts"
export { VersionContents } from "./libraries/version-contents.ts"
export { InstanceUsage, InstanceUsageQuery } from "./instance/usage.ts"
export { McpStatusResponse } from "./instance/mcp-status.ts"
export { nameReputation, renderLibraries } from "./mcp/render-libraries.ts"
export {
  answerToolCall,
  type AddressKind,
  type DocumentationSource,
  type ToolAnswer,
  type ToolCall,
  UnknownTool,
} from "./mcp/answer-tool-call.ts"
export type { AnsweredText } from "./mcp/tool-answer.ts"
export { completeLibraryId, type CompletionAnswer } from "./mcp/complete-library-id.ts"
export {
  MCP_TOOLS,
  SERVER_INSTRUCTIONS,
  TOOL_OPERATIONS,
  toolDefinitions,
  type ToolDefinition,
  type ToolName,
} from "./mcp/tool-definitions.ts"
export { ADDABLE_KINDS, type AddableKind, recogniseSource } from "./sources/source-kind.ts"
export {
  METRIC_SURFACES,
  MetricsQuery,
  MetricsResponse,
  SOURCE_HEADER,
  SOURCE_HEADER_SURFACES,
  type MetricSurface,
  type MetricsQueryInput,
} from "./libraries/metrics.ts"
export {
  CreateWebhookRequest,
  DeliveryParams,
  DeliveryState,
  ListDeliveriesQuery,
  ListDeliveriesResponse,
  ListWebhooksResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "./webhooks/outgoing-webhooks.ts"
export {
  DEFAULT_SUSPICIOUS_CONTENT,
  FlaggedCounts,
  SuspiciousContentPolicy,
  LibraryFilterMode,
  LibraryListOperation,
  LicenseListOperation,
  POLICY_SOURCE_TYPES,
  PolicyConfiguration,
  PolicyPreview,
  PolicySourceType,
  UpdatePoliciesRequest,
} from "./visibility/policies.ts"
export {
  ImportLibrariesFields,
  ImportLibrariesRequest,
  ImportLibrariesResponse,
  ImportLibrary,
  PORTABLE_FILE_NAME,
  PortableBundle,
  PortableCodeSnippet,
  PortableInfoSnippet,
  PortableLibrary,
  PortableVersion,
  type ImportLibrariesRequestInput,
} from "./libraries/portable.ts"
export { REFRESH_STARTED, RefreshRequest, RefreshResponse } from "./libraries/refresh.ts"
export {
  alternateRepositoryId,
  repositoryIdentity,
  type AddressProblem,
  type RepositoryIdentity,
} from "./identifiers/repository-identity.ts"
export { PERMISSIONS, type Permission } from "./people/permissions.ts"
export {
  pathsOf,
  routeOf,
  ROUTE_TAGS,
  ROUTES,
  type Operation,
  type OperationId,
  type RouteOf,
} from "./routes/route-table.ts"
export type { RateClass, Route } from "./routes/route.ts"
export { fileTitle, llmsTxtId, slugId, websiteId } from "./identifiers/source-id.ts"
export { PreviewedExclusion, PreviewedFolder, ScopeMatches } from "./libraries/scope-matches.ts"
export { PreviewRepositoryParams, PreviewRepositoryRequest, RepositoryPreview } from "./sources/preview-repository.ts"
export {
  RefreshSchedule,
  ScopePreview,
  ScopePreviewRequest,
  type ScopePreviewRequestInput,
  UpdateLibraryRequest,
} from "./libraries/update-library.ts"
export { findUnknownFields, type UnknownField } from "./errors/unknown-fields.ts"
export { requestProblem, type RequestProblem } from "./errors/validation.ts"
export {
  VERSION_PARAMETER_PATTERN,
  compareVersionTags,
  isLatestTag,
  newestVersionsFirst,
  parseVersionTag,
  resolveVersionTag,
  versionTagOf,
  type ResolveVersionOptions,
  type ResolvedVersion,
  type VersionTag,
} from "./identifiers/version-tag.ts"
