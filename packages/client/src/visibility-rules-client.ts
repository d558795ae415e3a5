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
import type { CallOptions } from "./lectern-client.ts"
import { libraryParams } from "./addresses.ts"
import type { SendJson } from "./send-request.ts"

/** The methods about visibility, reached as `visibility` of a `LecternClient`. */
export class VisibilityRulesClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Tells which libraries the teamspace of the caller may read. */
  getPolicies(options?: CallOptions): Promise<PolicyConfiguration> {
    return this.#json({ operation: "getPolicies" }, options)
  }

  /** Changes policies: what is left out stays, null clears. */
  updatePolicies(change: UpdatePoliciesRequest, options?: CallOptions): Promise<PolicyConfiguration> {
    return this.#json({ operation: "updatePolicies", json: change }, options)
  }

  /** Returns what a change of policies would hide and reveal; changes nothing. */
  previewPolicies(change: UpdatePoliciesRequest, options?: CallOptions): Promise<PolicyPreview> {
    return this.#json({ operation: "previewPolicies", json: change }, options)
  }

  /** Tells who may read a library. @throws {TypeError} the id is not of the form `/owner/repo`. */
  async getLibraryAccess(libraryId: string, options?: CallOptions): Promise<LibraryAccess> {
    return await this.#json({ operation: "getLibraryAccess", params: libraryParams(libraryId) }, options)
  }

  /**
   * Changes the id, visibility or project of a library; with `dryRun`, only tells what would change.
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

  /** Sets who may read a library. @throws {TypeError} the id is not of the form `/owner/repo`. */
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

  /** Tells who may read the libraries that have no access of their own. */
  getAccessRules(options?: CallOptions): Promise<AccessRules> {
    return this.#json({ operation: "getAccessRules" }, options)
  }

  /** Changes access rules: what is left out stays. */
  updateAccessRules(change: UpdateAccessRulesRequest, options?: CallOptions): Promise<AccessRules> {
    return this.#json({ operation: "updateAccessRules", json: change }, options)
  }
}
