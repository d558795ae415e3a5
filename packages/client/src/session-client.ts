import type {
  AcceptInvitationRequest,
  ApproveDeviceRequest,
  DoneResponse,
  FinishDeviceRequest,
  FinishDeviceResponse,
  SessionResponse,
  SignInRequest,
  SignUpRequest,
  StartDeviceRequest,
  StartDeviceResponse,
  SwitchTeamspaceRequest,
} from "@lectern/contract"
import type { CallOptions } from "./client-options.ts"
import type { SendJson } from "./send-request.ts"

/**
 * Methods for signing in; available as `session` of a `LecternClient`. A session is a cookie, so they only work where `fetch` keeps
 * cookies, such as in a page of the instance. Programs use keys.
 */
export class SessionClient {
  readonly #json: SendJson

  constructor(sendJson: SendJson) {
    this.#json = sendJson
  }

  /** Returns who is signed in, and the available ways to sign in. */
  get(options?: CallOptions): Promise<SessionResponse> {
    return this.#json({ operation: "getSession" }, options)
  }

  signIn(request: SignInRequest, options?: CallOptions): Promise<SessionResponse> {
    return this.#json({ operation: "signIn", json: request }, options)
  }

  signOut(options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "signOut" }, options)
  }

  /** Starts signing in a program without a browser. */
  startDevice(request: StartDeviceRequest, options?: CallOptions): Promise<StartDeviceResponse> {
    return this.#json({ operation: "startDevice", json: request }, options)
  }

  /** Confirms the sign-in of a program as the caller. */
  approveDevice(request: ApproveDeviceRequest, options?: CallOptions): Promise<DoneResponse> {
    return this.#json({ operation: "approveDevice", json: request }, options)
  }

  /** Returns the key of a program's sign-in once it has been confirmed. */
  finishDevice(request: FinishDeviceRequest, options?: CallOptions): Promise<FinishDeviceResponse> {
    return this.#json({ operation: "finishDevice", json: request }, options)
  }

  /** Creates an account for the caller, in the hosted edition if sign-up is on. */
  signUp(request: SignUpRequest, options?: CallOptions): Promise<SessionResponse> {
    return this.#json({ operation: "signUp", json: request }, options)
  }

  /** Accepts an invitation with a new account, or with the account that is signed in. */
  acceptInvitation(request: AcceptInvitationRequest, options?: CallOptions): Promise<SessionResponse> {
    return this.#json({ operation: "acceptInvitation", json: request }, options)
  }

  /** Switches the session to another teamspace. */
  switchTeamspace(request: SwitchTeamspaceRequest, options?: CallOptions): Promise<SessionResponse> {
    return this.#json({ operation: "switchTeamspace", json: request }, options)
  }
}
