import { z } from "zod"
import type { IssuedTokens } from "./oauth-client.ts"

/** Both tokens of an account, as one secret: they are only ever replaced together. */
export type TokenPair = Pick<IssuedTokens, "accessToken" | "refreshToken">

const stored = z.object({ accessToken: z.string(), refreshToken: z.string().nullable() })

/** Writes tokens as the one text that is sealed. */
export function writeTokens({ accessToken, refreshToken }: TokenPair): string {
  return JSON.stringify({ accessToken, refreshToken })
}

/** Reads what `writeTokens` wrote. */
export function readTokens(text: string): TokenPair {
  return stored.parse(JSON.parse(text))
}

/** Tells when an access token runs out, in epoch milliseconds; null when nobody says. */
export function expiryOf({ expiresInSeconds }: Pick<IssuedTokens, "expiresInSeconds">, nowMs: number): number | null {
  return expiresInSeconds === null ? null : nowMs + expiresInSeconds * 1000
}
