import { AccessRefused, SourceUnreachable } from "../../sources/base/errors.ts"

/** Thrown if the user or the service has denied or withdrawn access. */
export class ConsentRefused extends AccessRefused {}

/** Thrown if the service rejects this instance as a client, which is a problem of the settings. */
export class ClientRefused extends AccessRefused {}

/** Thrown if the service issues no token at the moment; a later request may succeed. */
export class TokensUnavailable extends SourceUnreachable {}
