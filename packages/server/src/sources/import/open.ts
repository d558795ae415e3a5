import { InvalidInput } from "../../base/errors.ts"
import type { OpenRequest } from "../kind/source-kind.ts"
import type { ImportSource } from "./options.ts"

/** Always throws, because an imported library has no source here. @throws {InvalidInput} */
export function openImport({ libraryId }: OpenRequest<ImportSource>): never {
  throw new InvalidInput(`${libraryId} was imported and has no source to refresh from: import it again`)
}
