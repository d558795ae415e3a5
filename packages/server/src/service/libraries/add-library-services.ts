import type { ServiceContext } from "../service-context.ts"
import type { LibraryServices } from "./library-services.ts"

/** The services needed for adding a library from any kind of source. */
export type AddLibraryServices = LibraryServices & Pick<ServiceContext, "oauthHosts">
