export interface SettingStore {
  get(name: string): Promise<string | undefined>
  /** @param prefix plain ASCII, not empty. @returns the values of all names that start with it. */
  withPrefix(prefix: string): Promise<ReadonlyMap<string, string>>
  set(name: string, value: string): Promise<void>
  /** Sets the value unless there already is one. @returns true only for the caller that set it. */
  claim(name: string, value: string): Promise<boolean>
}

/**
 * The setting that identifies the directory with the blobs of a shared catalogue. It applies only to the machines that
 * use that directory, so copies of the catalogue omit it.
 */
export const BLOB_DIRECTORY_SETTING = "blob_directory"
