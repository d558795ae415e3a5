import type { AddLibraryServices } from "../libraries/add-library-services.ts"

/** The services needed for applying an instance config, which adds and changes libraries. */
export type InstanceConfigServices = AddLibraryServices
