import type { ConnectionRecord } from "../catalogue/connections/records.ts"
import type { Account } from "./account-site.ts"

/** What opens the secrets of connections. */
export interface AccountKeys {
  unseal(sealed: string): string
  readonly tokenRefresher: {
    /** Gives the token that is valid now; another one than `refused`. */
    tokenOf(connectionKey: string, refused?: string): Promise<string>
  }
}

/**
 * Makes a connection ready for use.
 *
 * @throws {ConsentRefused} and what else stands in the way of a token, for an account of OAuth.
 */
export async function openAccount(connection: ConnectionRecord, keys: AccountKeys): Promise<Account> {
  const { key, siteUrl, accountName, sealedToken, grant } = connection
  if (grant === null) return { siteUrl, accountName, token: keys.unseal(sealedToken) }
  const token = (refused?: string) => keys.tokenRefresher.tokenOf(key, refused)
  // The name is one for people: what is sent is the token alone.
  return { siteUrl, accountName: null, token: await token(), oauth: { apiUrl: grant.apiUrl, token } }
}
