import { AddLibraryResponse, AddLlmsTxtRequest } from "@lectern/contract"
import { addLlmsTxt } from "../../service/libraries/add/add-llmstxt.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves adding llms.txt-style files. */
export function registerAddLlmsTxtRoute(app: HttpApp, context: ServiceContext): void {
  const schema = { body: AddLlmsTxtRequest, response: { 200: AddLibraryResponse } }
  for (const url of addressesOf("addLlmsTxt")) {
    app.post(url, { schema }, ({ caller, body }) => addLlmsTxt(context, caller, body))
  }
}
