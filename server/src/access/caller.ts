/** Who asks. Made by `access/` from the credential of a request; use cases decide by it. */
export type Caller =
  | { readonly kind: "anonymous" }
  /** The key of the environment variable `LECTERN_API_KEY`: may do what an admin may. */
  | { readonly kind: "global-key" }
  /** The program itself: the bundled sample, commands on the data directory. */
  | { readonly kind: "system" }
  | {
      readonly kind: "user"
      readonly userKey: string
      readonly name: string
      readonly role: "admin" | "member"
      readonly mustChangePassword: boolean
    }

export const anonymousCaller: Caller = { kind: "anonymous" }
