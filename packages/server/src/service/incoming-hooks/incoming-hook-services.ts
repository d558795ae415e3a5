import type { AddLibraryServices } from "../libraries/add-library-services.ts"

/** The services needed for handling pushes from git hosts, which queue libraries and their versions. */
export type IncomingHookServices = AddLibraryServices
