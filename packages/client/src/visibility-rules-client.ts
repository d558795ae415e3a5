import type {
  AccessRules,
  LibraryAccess,
  MoveLibraryRequestInput,
  MoveLibraryResponse,
  PolicyConfiguration,
  PolicyPreview,
  UpdateAccessRulesRequest,
  UpdateLibraryAccessRequest,
  UpdatePoliciesRequest,
} from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import { libraryParams } from "./addresses.ts"
import type { SendJson } from "./send-request.ts"

/** Methods for visibility; available as `visibility` of a `LecternClient`. */
export class VisibilityRulesClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Returns the policies of the caller's teamspace. */
  getPolicies(options?: CallOptions): Promise<PolicyConfiguration> {
    return this.#json({ operation: "getPolicies" }, options)
  }

  /** Changes policies. Omitted fields are unchanged; null clears a value. */
  updatePolicies(change: UpdatePoliciesRequest, options?: CallOptions): Promise<PolicyConfiguration> {
    return this.#json({ operation: "updatePolicies", json: change }, options)
  }

  /** Returns what a change of policies would hide and reveal; changes nothing. */
  previewPolicies(change: UpdatePoliciesRequest, options?: CallOptions): Promise<PolicyPreview> {
    return this.#json({ operation: "previewPolicies", json: change }, options)
  }

  /** Returns who can see a library. @throws {TypeError} the id is not of the form `/owner/repo`. */
  async getLibraryAccess(libraryId: string, options?: CallOptions): Promise<LibraryAccess> {
    return await this.#json({ operation: "getLibraryAccess", params: libraryParams(libraryId) }, options)
  }

  /**
   * Changes the id, visibility or project of a library; with `dryRun`, only returns what would change.
   *
   * @throws {TypeError} the id is not of the form `/owner/repo`.
   */
  async moveLibrary(
    libraryId: string,
    change: MoveLibraryRequestInput,
    options?: CallOptions,
  ): Promise<MoveLibraryResponse> {
    return await this.#json({ operation: "moveLibrary", params: libraryParams(libraryId), json: change }, options)
  }

  /** Sets who can see a library. @throws {TypeError} the id is not of the form `/owner/repo`. */
  async updateLibraryAccess(
    libraryId: string,
    access: UpdateLibraryAccessRequest,
    options?: CallOptions,
  ): Promise<LibraryAccess> {
    return await this.#json(
      { operation: "updateLibraryAccess", params: libraryParams(libraryId), json: access },
      options,
    )
  }

  /** Returns who can see libraries that have no access setting of their own. */
  getAccessRules(options?: CallOptions): Promise<AccessRules> {
    return this.#json({ operation: "getAccessRules" }, options)
  }

  /** Changes access rules. Omitted fields are unchanged. */
  updateAccessRules(change: UpdateAccessRulesRequest, options?: CallOptions): Promise<AccessRules> {
    return this.#json({ operation: "updateAccessRules", json: change }, options)
  }
}
