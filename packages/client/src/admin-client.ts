import type {
  AnonymousPermissions,
  AuditQuery,
  AuditResponse,
  BackupRequested,
  CreateUserRequest,
  DoneResponse,
  InstanceBackups,
  InstanceStatus,
  InstanceUsage,
  InstanceUsageQuery,
  ListUsersResponse,
  ModelParams,
  ModelTest,
  Settings,
  SettingsResponse,
  UpdatePermissionsRequest,
  UpdateUserRequest,
  User,
} from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import { type Connection, jsonSender, type SendJson, openStream } from "./send-request.ts"

/** Methods for administering an instance; available as `client.admin`. */
export class AdminClient {
  readonly #connection: Connection
  readonly #json: SendJson

  constructor(connection: Connection) {
    this.#connection = connection
    this.#json = jsonSender(connection)
  }

  /** Lists all users, by name. */
  listUsers(options?: CallOptions): Promise<ListUsersResponse> {
    return this.#json({ operation: "listUsers" }, options)
  }

  createUser(request: CreateUserRequest, options?: CallOptions): Promise<User> {
    return this.#json({ operation: "createUser", json: request }, options)
  }

  /** Changes an account. Changing your own password requires the current one. @param user id or name of the account. */
  updateUser(user: string, change: UpdateUserRequest, options?: CallOptions): Promise<User> {
    return this.#json({ operation: "updateUser", params: { id: user }, json: change }, options)
  }

  /** Deletes an account with its keys. @param user id or name of the account. */
  deleteUser(user: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "deleteUser", params: { id: user } }, options)
  }

  /** Reads the health of the parts of the instance. */
  getStatus(options?: CallOptions): Promise<InstanceStatus> {
    return this.#json({ operation: "getInstanceStatus" }, options)
  }

  /** Reads the usage of the whole instance. */
  getUsage(query: Partial<InstanceUsageQuery> = {}, options?: CallOptions): Promise<InstanceUsage> {
    return this.#json({ operation: "getInstanceUsage", query }, options)
  }

  /** Reads the existing backups, and the scheduled, requested and running one. */
  getBackups(options?: CallOptions): Promise<InstanceBackups> {
    return this.#json({ operation: "getBackups" }, options)
  }

  /** Requests a backup as soon as possible. Has no effect if a backup is already requested. */
  requestBackup(options?: CallOptions): Promise<BackupRequested> {
    return this.#json({ operation: "requestBackup" }, options)
  }

  getSettings(options?: CallOptions): Promise<SettingsResponse> {
    return this.#json({ operation: "getSettings" }, options)
  }

  updateSettings(change: Settings, options?: CallOptions): Promise<SettingsResponse> {
    return this.#json({ operation: "updateSettings", json: change }, options)
  }

  /** Sends a short example to a configured model. */
  testModel(model: ModelParams["model"], options?: CallOptions): Promise<ModelTest> {
    return this.#json({ operation: "testModel", params: { model } }, options)
  }

  /** Reads what callers without a key may do. */
  getPermissions(options?: CallOptions): Promise<AnonymousPermissions> {
    return this.#json({ operation: "getPermissions" }, options)
  }

  updatePermissions(change: UpdatePermissionsRequest, options?: CallOptions): Promise<AnonymousPermissions> {
    return this.#json({ operation: "updatePermissions", json: change }, options)
  }

  /** Reads the audit log, newest first. */
  listAudit(query: Partial<AuditQuery> = {}, options?: CallOptions): Promise<AuditResponse> {
    return this.#json({ operation: "listAudit", query }, options)
  }

  /** Opens the whole audit log as lines of JSON, newest first; read the body to its end or cancel it. */
  async exportAudit(options?: CallOptions): Promise<ReadableStream<Uint8Array>> {
    const accept = "application/x-ndjson, application/json"
    const { body } = await openStream(this.#connection, { operation: "exportAudit", accept, ...options })
    return body
  }
}
