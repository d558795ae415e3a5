import type { CheckedEntries } from "./check-bundle.ts"

/** Messages of the process: entries while it reads, then one final message of another kind. */
export type BundleMessage =
  | ({ readonly kind: "entries" } & CheckedEntries)
  | { readonly kind: "done"; readonly force: boolean }
  /** The bundle is invalid. */
  | { readonly kind: "refused"; readonly message: string }
  /** Lectern or the machine has failed. */
  | { readonly kind: "failed"; readonly message: string }

/** Exit code of a process that exceeded its memory limit. */
export const TOO_MUCH_MEMORY_EXIT_CODE = 88
