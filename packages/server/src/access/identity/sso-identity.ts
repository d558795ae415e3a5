import type { Settings } from "../../config/settings.ts"

/** Maximum number of a user's groups, and their maximum length. */
const MAX_GROUPS = 500
const GROUP_MAX_CHARACTERS = 200

/** Settings of single sign-on. */
export type SsoSettings = Pick<
  Settings,
  | "LECTERN_PUBLIC_URL"
  | "LECTERN_OIDC_ISSUER"
  | "LECTERN_OIDC_CLIENT_ID"
  | "LECTERN_OIDC_CLIENT_SECRET"
  | "LECTERN_OIDC_SCOPES"
  | "LECTERN_OIDC_NAME_CLAIM"
  | "LECTERN_OIDC_GROUPS_CLAIM"
  | "LECTERN_OIDC_AUDIENCE"
>

/** A user as identified by the provider. */
export interface SsoIdentity {
  readonly issuer: string
  readonly subject: string
  /** The first available of name, e-mail address and subject. */
  readonly name: string
  readonly email: string | null
  readonly groups: readonly string[]
}

/** Extracts the identity from the provider's claims. */
export function identityOf(
  claims: Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string },
  settings: Pick<SsoSettings, "LECTERN_OIDC_NAME_CLAIM" | "LECTERN_OIDC_GROUPS_CLAIM">,
): SsoIdentity {
  const text = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? value.trim() : undefined)
  const email = text(claims["email"])
  const groups = claims[settings.LECTERN_OIDC_GROUPS_CLAIM]
  const listed = Array.isArray(groups) ? (groups as unknown[]) : [groups]
  const kept = listed.filter((group): group is string => typeof group === "string" && group !== "")
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: text(claims[settings.LECTERN_OIDC_NAME_CLAIM]) ?? email ?? claims.sub,
    email: email === undefined || email.length > 254 ? null : email,
    groups: kept.filter((group) => group.length <= GROUP_MAX_CHARACTERS).slice(0, MAX_GROUPS),
  }
}
