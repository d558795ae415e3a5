import type { Account } from "../../accounts/account-site.ts"
import { AccessRefused } from "../base/errors.ts"
import type { ConnectionRef, SourceDependencies } from "./source-kind.ts"

/** Returns the account for a private source. @throws {AccessRefused} if no account is connected. */
export async function connectedAccount(
  { accountOf }: Pick<SourceDependencies, "accountOf">,
  { teamspaceKey, kind, siteUrl }: ConnectionRef,
): Promise<Account> {
  const account = await accountOf({ teamspaceKey, kind, siteUrl })
  if (account !== undefined) return account
  throw new AccessRefused(`no ${kind} account is connected for ${siteUrl}: connect one and refresh`)
}
