import type { Caller } from "../../access/identity/caller.ts"
import { readCredential } from "../../sources/git/address.ts"
import type { GitSource } from "../../sources/git/options.ts"
import type { AddLibraryServices } from "./add-library-services.ts"

/** Encrypts the token of a repository, and binds it to the account that sets it. */
export function sealToken(
  { sealer }: Pick<AddLibraryServices, "sealer">,
  setBy: Caller,
  { url, gitToken }: { readonly url: string; readonly gitToken: string },
): Pick<GitSource, "sealedToken" | "tokenSetBy"> {
  const tokenSetBy = setBy.kind === "user" ? setBy.userKey : null
  return { sealedToken: sealer.seal(readCredential(url, gitToken)), tokenSetBy }
}
