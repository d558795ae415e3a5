import type { AddLibraryServices } from "../libraries/add-library-services.ts"
import type { ServiceContext } from "../service-context.ts"

/** The services needed for answering questions. */
export type AnswerServices = Pick<
  ServiceContext,
  | "settings"
  | "clock"
  | "log"
  | "catalogue"
  | "openIndexes"
  | "models"
  | "visibilityRules"
  | "catalogueSync"
  | "live"
  | "wakeWorker"
> &
  AddLibraryServices
