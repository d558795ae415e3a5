/** Name of the setting with an encrypted text that shows whether a machine has the key of the catalogue. */
export const KEY_CHECK_SETTING = "encryption_key_check"

/** Progress of a pass over the encrypted secrets. */
export interface SealedBatch {
  /** Key to continue after; undefined at the end. */
  readonly nextAfter: string | undefined
}

/** All encrypted secrets of the catalogue. */
export interface EncryptedValueStore {
  /** The kinds of secrets. */
  readonly kinds: readonly string[]
  /**
   * Replaces secrets of a kind, in the order of their rows, in one transaction. A secret that changes in the meantime
   * is not overwritten.
   *
   * @param kind one of `kinds`.
   * @param change receives an encrypted text and returns its replacement, or undefined to keep it.
   */
  replaceSome(
    kind: string,
    range: { readonly after: string; readonly limit: number },
    change: (sealed: string) => string | undefined,
  ): Promise<SealedBatch>
}
