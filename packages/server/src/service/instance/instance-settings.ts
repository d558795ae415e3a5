import type {
  AnonymousPermissions,
  Settings as WireSettings,
  SettingsResponse,
  UpdatePermissionsRequest,
} from "@lectern/contract"
import type { Authorized } from "../../access/permissions/authorize.ts"
import { InvalidInput } from "../../base/errors.ts"
import { hideCredentials } from "../../config/hide-credentials.ts"
import { isSecretSetting } from "../../config/secret-settings.ts"
import { settingsSchema, type Settings } from "../../config/settings.ts"
import { recordAuditEntry } from "../audit/record-audit-entry.ts"
import { CHANGEABLE_SETTINGS, liveSetting, type ChangeableSetting } from "../live-values.ts"
import type { InstanceServices } from "./instance-services.ts"

const MASK = "********"

type SettingValue = WireSettings["settings"][string]

/** Returns every setting with its current value; secrets are masked, and settings without a value are null. */
export function readSettingsOf(context: InstanceServices, _caller: Authorized<"readSettings">): SettingsResponse {
  return describeSettings(context)
}

function describeSettings(context: InstanceServices): SettingsResponse {
  const settings: Record<string, SettingValue> = {}
  for (const name of Object.keys(settingsSchema.shape) as (keyof Settings)[]) {
    settings[name] = shown(name, isChangeable(name) ? liveSetting(context, name) : context.settings[name])
  }
  return { settings, changeable: [...CHANGEABLE_SETTINGS] }
}

/**
 * Changes settings at run time: all of them or, after an error, none. Changes take effect immediately in this process
 * and within two seconds in others.
 *
 * @throws {InvalidInput} listing every setting that cannot be changed or has an invalid value.
 */
export async function changeSettings(
  context: InstanceServices,
  caller: Authorized<"changeSettings">,
  { settings }: WireSettings,
): Promise<SettingsResponse> {
  const problems: string[] = []
  const values: Record<string, string> = {}
  for (const [name, value] of Object.entries(settings)) {
    if (!isChangeable(name)) problems.push(`${name}: cannot be changed at run time`)
    else if (!settingsSchema.shape[name].safeParse(value).success) problems.push(`${name}: invalid value`)
    else values[name] = String(value)
  }
  if (values["LECTERN_PASSWORD_SIGN_IN"] === "off" && context.settings.LECTERN_OIDC_ISSUER === undefined) {
    problems.push("LECTERN_PASSWORD_SIGN_IN: cannot be off without single sign-on, because nobody could sign in")
  } else if (values["LECTERN_PASSWORD_SIGN_IN"] === "off" && !(await hasSsoAdmin(context))) {
    problems.push("LECTERN_PASSWORD_SIGN_IN: cannot be off until an admin has signed in with single sign-on")
  }
  if (problems.length > 0) throw new InvalidInput(problems.join("; "))
  await context.live.give(values)
  for (const [name, value] of Object.entries(values)) {
    await recordAuditEntry(context, caller, {
      action: "settings.change",
      subject: `${name}=${value}`,
      teamspaceKey: null,
    })
  }
  return describeSettings(context)
}

/** Returns the permissions of callers without a key. */
export function readPermissions(
  context: InstanceServices,
  _caller: Authorized<"readPermissions">,
): AnonymousPermissions {
  return { ...context.live.anonymousMay() }
}

/**
 * Changes the permissions of callers without a key, in the self-hosted edition. The change takes effect in other
 * processes within two seconds.
 */
export async function changePermissions(
  context: InstanceServices,
  caller: Authorized<"changePermissions">,
  change: UpdatePermissionsRequest,
): Promise<AnonymousPermissions> {
  await context.live.changeAnonymous(change)
  const subject = Object.entries(change).map(([name, value]) => `${name}=${value ? "on" : "off"}`)
  await recordAuditEntry(context, caller, {
    action: "permissions.change",
    subject: subject.join(", "),
    teamspaceKey: null,
  })
  return { ...context.live.anonymousMay() }
}

async function hasSsoAdmin(context: InstanceServices): Promise<boolean> {
  const people = await context.catalogue.users.list()
  return people.some(({ role, isActive, ssoIssuer }) => {
    return role === "admin" && isActive && ssoIssuer === context.settings.LECTERN_OIDC_ISSUER
  })
}

function isChangeable(name: string): name is ChangeableSetting {
  return (CHANGEABLE_SETTINGS as readonly string[]).includes(name)
}

function shown(name: string, value: unknown): SettingValue {
  if (value === undefined || value === null) return null
  if (isSecretSetting(name)) return MASK
  if (typeof value === "string" && name.endsWith("_PROXY")) return hideCredentials(value, MASK)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return Array.isArray(value) ? value.join(",") : JSON.stringify(value)
}
