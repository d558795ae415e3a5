import type { CheckedEntries } from "./check-bundle.ts"

/** What the process says: entries while it reads, and one of the others at its end. */
export type BundleMessage =
  | ({ readonly kind: "entries" } & CheckedEntries)
  | { readonly kind: "done"; readonly force: boolean }
  /** The bundle is at fault. */
  | { readonly kind: "refused"; readonly message: string }
  /** This program or this machine is at fault. */
  | { readonly kind: "failed"; readonly message: string }

/** Exit code of a process that took too much memory. */
export const TOO_MUCH_MEMORY_EXIT_CODE = 88
