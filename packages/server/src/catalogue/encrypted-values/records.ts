/** Where a walk over sealed secrets stands. */
export interface SealedBatch {
  /** Key to go on after; undefined when there is no more. */
  readonly nextAfter: string | undefined
}

/** All sealed secrets, wherever they are kept. */
export interface EncryptedValueStore {
  /** What kinds of secrets there are. */
  readonly kinds: readonly string[]
  /**
   * Hands out the secrets of a kind, in the order of their rows, and stores what comes back, all in one transaction. A
   * secret that somebody else changes meanwhile stays as they made it.
   *
   * @param kind one of `kinds`.
   * @param change gets a sealed text and gives another in its place, or undefined for none.
   */
  replaceSome(
    kind: string,
    range: { readonly after: string; readonly limit: number },
    change: (sealed: string) => string | undefined,
  ): Promise<SealedBatch>
}
