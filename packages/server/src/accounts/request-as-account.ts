import { type Account, authorizationOf } from "./account-site.ts"

/**
 * Sends a request with an account. For an OAuth account, a 401 response is retried once with a renewed token, because
 * services report expired and replaced tokens only with 401.
 *
 * @param ask sends the request with this `Authorization` header.
 * @throws what `ask` throws; for an OAuth account, the errors of getting a token.
 */
export async function requestAsAccount<Answer extends { readonly status: number }>(
  account: Pick<Account, "accountName" | "token" | "oauth">,
  ask: (authorization: string) => Promise<Answer>,
): Promise<Answer> {
  const { oauth } = account
  if (oauth === undefined) return ask(authorizationOf(account))
  const token = await oauth.token()
  const answer = await ask(`Bearer ${token}`)
  return answer.status === 401 ? ask(`Bearer ${await oauth.token(token)}`) : answer
}
