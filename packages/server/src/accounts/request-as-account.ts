import { type Account, authorizationOf } from "./account-site.ts"

/**
 * Sends a request as an account. One of OAuth that is not let in gets another token, once: services say that a token has
 * run out, or was replaced, with 401 only.
 *
 * @param ask sends the request with this `Authorization`.
 * @throws what `ask` throws; for an account of OAuth what stands in the way of a token.
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
