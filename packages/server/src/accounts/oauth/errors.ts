import { AccessRefused, SourceUnreachable } from "../../sources/base/errors.ts"

/** Reports that a person, or their service, does not let this instance read (any more). */
export class ConsentRefused extends AccessRefused {}

/** Reports that a service does not take this instance for the client that it says it is: a matter of the settings. */
export class ClientRefused extends AccessRefused {}

/** Reports that a service issues no token at the moment; nothing is lost, and the same may work later. */
export class TokensUnavailable extends SourceUnreachable {}
