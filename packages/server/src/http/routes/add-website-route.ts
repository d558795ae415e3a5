import { AddLibraryResponse, AddWebsiteRequest } from "@lectern/contract"
import { addWebsite } from "../../service/libraries/add/add-website.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves adding web sites. */
export function registerAddWebsiteRoute(app: HttpApp, context: ServiceContext): void {
  const schema = { body: AddWebsiteRequest, response: { 200: AddLibraryResponse } }
  for (const url of addressesOf("addWebsite")) {
    app.post(url, { schema }, ({ caller, body }) => addWebsite(context, caller, body))
  }
}
