import type {
  AnonymousPermissions,
  AuditQuery,
  AuditResponse,
  CreateUserRequest,
  DoneResponse,
  ListUsersResponse,
  Settings,
  UpdatePermissionsRequest,
  User,
} from "@lectern/contract"
import type { CallOptions } from "./lectern-client.ts"
import { type Call, type Connection, sendRequest } from "./send-request.ts"

/** Calls of those who look after an instance; reached as `client.admin`. */
export class AdminClient {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  listUsers(options?: CallOptions): Promise<ListUsersResponse> {
    return this.#json({ method: "GET", path: "/api/v2/admin/users" }, options)
  }

  createUser(request: CreateUserRequest, options?: CallOptions): Promise<User> {
    return this.#json({ method: "POST", path: "/api/v2/admin/users", json: request }, options)
  }

  /** Deletes an account with its keys. @param user id or name of the account. */
  deleteUser(user: string, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ method: "DELETE", path: `/api/v2/admin/users/${encodeURIComponent(user)}` }, options)
  }

  getSettings(options?: CallOptions): Promise<Settings> {
    return this.#json({ method: "GET", path: "/api/v2/admin/settings" }, options)
  }

  updateSettings(change: Settings, options?: CallOptions): Promise<Settings> {
    return this.#json({ method: "PATCH", path: "/api/v2/admin/settings", json: change }, options)
  }

  /** Reads what callers without a key may do. */
  getPermissions(options?: CallOptions): Promise<AnonymousPermissions> {
    return this.#json({ method: "GET", path: "/api/v2/admin/permissions" }, options)
  }

  updatePermissions(change: UpdatePermissionsRequest, options?: CallOptions): Promise<AnonymousPermissions> {
    return this.#json({ method: "PATCH", path: "/api/v2/admin/permissions", json: change }, options)
  }

  /** Reads the audit log, newest first. */
  listAudit(query: Partial<AuditQuery> = {}, options?: CallOptions): Promise<AuditResponse> {
    return this.#json({ method: "GET", path: "/api/v2/admin/audit", query }, options)
  }

  #json<Answer>(call: Call, options: CallOptions | undefined): Promise<Answer> {
    // The border: the server validates its answers against the contract that these types come from.
    return sendRequest(this.#connection, { ...call, ...options }, async (response) => (await response.json()) as Answer)
  }
}
