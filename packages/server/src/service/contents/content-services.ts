import type { LibraryLookupServices } from "../libraries/lookup/library-lookup-services.ts"
import type { ServiceContext } from "../service-context.ts"

/** The services needed for reading what libraries contain. */
export type ContentServices = LibraryLookupServices & Pick<ServiceContext, "openIndexes" | "models">
