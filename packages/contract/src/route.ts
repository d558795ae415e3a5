import type { z } from "zod"

/**
 * Who may call a route in the self-hosted edition:
 * - `everyone`: never needs a key, not even with a global key;
 * - `reader`: anyone, unless a global key is set;
 * - `keyHolder`: any valid key;
 * - `submitter`: a key of a member or an admin; anonymous when anonymous parse is switched on;
 * - `remover`: an admin; anonymous when anonymous delete is switched on;
 * - `jobOwner`: who added the library, or an admin;
 * - `signed`: who signs the body with the secret of the webhooks; keys do not count;
 * - `admin`: an admin; in the hosted edition an owner or admin of the teamspace.
 */
export type RouteCaller =
  | "everyone"
  | "reader"
  | "keyHolder"
  | "submitter"
  | "remover"
  | "jobOwner"
  | "signed"
  | "admin"

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
  readonly status: 200 | 202 | 302
  /** JSON body of success; undefined where the answer is a stream, a file or a page. */
  readonly response?: z.ZodType
  /** Content type of a successful answer that is not JSON (or not always). */
  readonly otherContentType?: string
  /** Title of the issue that serves the route; undefined when it is served. */
  readonly later?: string
}

/** Titles of the issues that serve the routes which are described but not served yet. */
export const LATER = {
  sources: "Sources: every source, every format, every version",
  access: "Access: people, keys, teamspaces and policies",
  answers: "Answers: better passages than any open or closed rival",
  doors: "Doors: MCP everywhere, clients, usage metrics, scores",
} as const
