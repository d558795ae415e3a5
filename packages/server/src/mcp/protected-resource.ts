import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { mcpResource } from "../access/identity/access-tokens.ts"
import type { Settings } from "../config/settings.ts"

/** Path of the metadata of a protected resource, followed by the path of the resource (RFC 9728). */
const METADATA_PATH = "/.well-known/oauth-protected-resource"
const RESOURCE_PATH = "/mcp"

type ResourceSettings = Pick<Settings, "LECTERN_PUBLIC_URL" | "LECTERN_OIDC_ISSUER" | "LECTERN_OIDC_SCOPES">

/**
 * Describes `/mcp` as a protected resource according to RFC 9728.
 *
 * @returns undefined if no single sign-on is configured that can issue tokens for it.
 */
function resourceMetadata(settings: ResourceSettings): object | undefined {
  const { LECTERN_PUBLIC_URL: publicUrl, LECTERN_OIDC_ISSUER: issuer, LECTERN_OIDC_SCOPES: scopes } = settings
  if (publicUrl === undefined || issuer === undefined) return undefined
  return {
    resource: mcpResource(publicUrl),
    authorization_servers: [issuer],
    scopes_supported: scopes.split(/\s+/).filter(Boolean),
    bearer_methods_supported: ["header"],
    resource_name: "Lectern",
  }
}

/** Serves the metadata, if there is any, to pages of every site. */
export function serveResourceMetadata(app: FastifyInstance, settings: ResourceSettings): void {
  const metadata = resourceMetadata(settings)
  if (metadata === undefined) return
  for (const path of [METADATA_PATH, `${METADATA_PATH}${RESOURCE_PATH}`]) {
    app.get(path, (_request, reply) =>
      reply.headers({ "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" }).send(metadata),
    )
  }
}

/** The default path at which clients register if a server requires a sign-in. */
const REGISTRATION_PATH = "/register"

/**
 * If there is no single sign-on, responds to clients that try to register with an error: it says that a key is
 * required, and in which header. Clients show the description of the error to their user.
 */
export function explainMissingSignIn(app: FastifyInstance, settings: ResourceSettings): void {
  if (resourceMetadata(settings) !== undefined) return
  const message =
    "this server has no sign-in: it requires an API key. Send a valid key in the header Authorization: Bearer <key>, or LECTERN_API_KEY: <key>"
  // `error` and `error_description` follow RFC 7591; `message` is in every error of this server.
  const body = { error: "access_denied", error_description: message, message }
  // Runs before the body is read, so that its content type does not matter.
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => reply.code(400).send(body)
  app.post(REGISTRATION_PATH, { onRequest }, () => undefined)
  for (const path of [METADATA_PATH, `${METADATA_PATH}${RESOURCE_PATH}`]) {
    app.get(path, (_request, reply) => reply.code(404).send({ ...body, error: "not_found" }))
  }
}

/**
 * Returns the `WWW-Authenticate` header of a response with status 401.
 *
 * @param hasCredential true if an invalid credential was sent.
 */
export function challengeOf(settings: ResourceSettings, hasCredential: boolean): string {
  const parts = ['Bearer realm="lectern"']
  if (hasCredential) parts.push('error="invalid_token"')
  const { LECTERN_PUBLIC_URL: publicUrl } = settings
  if (publicUrl !== undefined && resourceMetadata(settings) !== undefined) {
    parts.push(`resource_metadata="${publicUrl}${METADATA_PATH}${RESOURCE_PATH}"`)
  }
  return parts.join(", ")
}
