import type { ConnectionRecord } from "../catalogue/connections/records.ts"
import type { Account } from "./account-site.ts"

/** Decrypts the secrets of connections. */
export interface AccountKeys {
  unseal(sealed: string): string
  readonly tokenRefresher: {
    /** Returns the current token, which differs from `refused`. */
    tokenOf(connectionKey: string, refused?: string): Promise<string>
  }
}

/**
 * Opens a connection for use.
 *
 * @throws {ConsentRefused} and the other errors of `tokenOf`, for an OAuth account.
 */
export async function openAccount(connection: ConnectionRecord, keys: AccountKeys): Promise<Account> {
  const { key, siteUrl, accountName, sealedToken, grant } = connection
  if (grant === null) return { siteUrl, accountName, token: keys.unseal(sealedToken) }
  const token = (refused?: string) => keys.tokenRefresher.tokenOf(key, refused)
  // The name is only a display name: requests send the token alone.
  return { siteUrl, accountName: null, token: await token(), oauth: { apiUrl: grant.apiUrl, token } }
}
