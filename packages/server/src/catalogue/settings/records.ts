export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** @param prefix plain ASCII, not empty. @returns the values of all names that begin with it. */
  withPrefix(prefix: string): Promise<ReadonlyMap<string, string>>
  set(name: string, value: string): Promise<void>
  /** Sets the value only when there is none. @returns true for the one caller that set it. */
  claim(name: string, value: string): Promise<boolean>
}
