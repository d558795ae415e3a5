import { AddLibraryResponse, AddNotesRequest, AddWikiRequest } from "@lectern/contract"
import { addNotes } from "../../service/libraries/add/add-notes.ts"
import { addWiki } from "../../service/libraries/add/add-wiki.ts"
import type { ServiceContext } from "../../service/service-context.ts"
import type { HttpApp } from "../http-app.ts"
import { addressesOf } from "../route-addresses.ts"

/** Serves adding sources that are read through a connected account: spaces of wikis and pages of notes. */
export function registerAddConnectedRoutes(app: HttpApp, context: ServiceContext): void {
  for (const url of addressesOf("addWiki")) {
    const schema = { body: AddWikiRequest, response: { 200: AddLibraryResponse } }
    app.post(url, { schema }, ({ caller, body }) => addWiki(context, caller, body))
  }
  for (const url of addressesOf("addNotes")) {
    const schema = { body: AddNotesRequest, response: { 200: AddLibraryResponse } }
    app.post(url, { schema }, ({ caller, body }) => addNotes(context, caller, body))
  }
}
