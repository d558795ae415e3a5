import { z } from "zod"
import type { IssuedTokens } from "./oauth-client.ts"

/** Both tokens of an account as one secret, because they are always replaced together. */
export type TokenPair = Pick<IssuedTokens, "accessToken" | "refreshToken">

const stored = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() })

/** Serialises tokens for encryption. */
export function writeTokens({ accessToken, refreshToken }: TokenPair): string {
  return JSON.stringify({ accessToken, refreshToken })
}

/** Parses what `writeTokens` returned. */
export function readTokens(text: string): TokenPair {
  return stored.parse(JSON.parse(text))
}

/** Returns when an access token expires, in epoch milliseconds; null if the service does not say. */
export function expiryOf({ expiresInSeconds }: Pick<IssuedTokens, "expiresInSeconds">, nowMs: number): number | null {
  return expiresInSeconds === null ? null : nowMs + expiresInSeconds * 1000
}
