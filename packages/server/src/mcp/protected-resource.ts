import type { FastifyInstance } from "fastify"
import { mcpResource } from "../access/identity/access-tokens.ts"
import type { Settings } from "../config/settings.ts"

/** Where clients look for what protects a resource; with its path behind it for the resource of that path (RFC 9728). */
const METADATA_PATH = "/.well-known/oauth-protected-resource"
const RESOURCE_PATH = "/mcp"

type ResourceSettings = Pick<Settings, "LECTERN_PUBLIC_URL" | "LECTERN_OIDC_ISSUER" | "LECTERN_OIDC_SCOPES">

/**
 * Describes `/mcp` as a protected resource in the form of RFC 9728.
 *
 * @returns undefined where there is no single sign-on that could issue tokens for it.
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

/** Serves the metadata, to pages of every site; nothing where there is none. */
export function serveResourceMetadata(app: FastifyInstance, settings: ResourceSettings): void {
  const metadata = resourceMetadata(settings)
  if (metadata === undefined) return
  for (const path of [METADATA_PATH, `${METADATA_PATH}${RESOURCE_PATH}`]) {
    app.get(path, (_request, reply) =>
      reply.headers({ "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" }).send(metadata),
    )
  }
}

/**
 * Words the header `WWW-Authenticate` of an answer 401.
 *
 * @param hasCredential true when what was sent is not valid.
 */
export function challengeOf(settings: ResourceSettings, hasCredential: boolean): string {
  const parts = ['Bearer realm="lectern"']
  if (hasCredential) parts.push('error="invalid_token"')
  const { LECTERN_PUBLIC_URL: publicUrl } = settings
  if (publicUrl !== undefined && resourceMetadata(settings) !== undefined) {
    parts.push(`resource_metadata="${publicUrl.replace(/\/+$/, "")}${METADATA_PATH}${RESOURCE_PATH}"`)
  }
  return parts.join(", ")
}
