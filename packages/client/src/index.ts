export { type ExportedLibrary } from "./exported-library.ts"
export { rootOf } from "./addresses.ts"
export { type AdminClient } from "./admin-client.ts"
export { type UploadProgress } from "./counted-form.ts"
export { ApiError, describeRetry, LecternError, RequestTimedOut, ServerUnreachable } from "./errors.ts"
export {
  LecternClient,
  type CallOptions,
  type LecternClientOptions,
  type UploadedFile,
  type UploadOptions,
} from "./lectern-client.ts"
export { type ConnectionsClient } from "./connections-client.ts"
export { type ContentsClient } from "./contents-client.ts"
export { type GitHostPath } from "./git-host-path.ts"
export { type KeysClient } from "./keys-client.ts"
export { QuestionsClient } from "./questions-client.ts"
export { VisibilityRulesClient } from "./visibility-rules-client.ts"
export { type ServiceClient } from "./service-client.ts"
export { type SessionClient } from "./session-client.ts"
export { type TeamspacesClient } from "./teamspaces-client.ts"
export { type Fetch } from "./send-request.ts"
