import type { Clock } from "../../base/clock.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { foldName } from "../../catalogue/users/fold-name.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { networkOf, plainAddress } from "../../net/client-address.ts"
import { SignInRefused, TooManyAttempts } from "../errors.ts"
import { hashPassword, isPasswordOf } from "./passwords.ts"
import { DAY_MS, MINUTE_MS } from "../../base/durations.ts"
import { sha256Hex } from "../../base/sha256.ts"

const WINDOW_MS = 15 * MINUTE_MS
/** Attempts per window: from one address, for one name from one address, for one name from all addresses. */
const MAX_ATTEMPTS = { address: 100, nameAtAddress: 10, name: 100 } as const

/** How long an account recognises a network that it signed in from. */
const KNOWN_NETWORK_MS = 90 * DAY_MS

/**
 * After too many attempts for a name from all addresses, networks that are new to the account share one attempt per
 * this interval. Wrong attempts by others therefore delay a user but never lock the account.
 */
const SLOW_ATTEMPT_MS = 5_000

/** A name and a password, and the address of the client. */
export interface PasswordAttempt {
  readonly name: string
  readonly password: string
  readonly address: string
}

/** A hash to compare with if there is no account, so that both cases take the same time. */
let dummyHash: Promise<string> | undefined

/**
 * Returns the active account with a name and a password.
 *
 * @throws {SignInRefused} if they are incorrect, with the same message and the same work for an unknown name, a wrong
 *   password and an inactive account.
 * @throws {TooManyAttempts} after too many attempts.
 */
export async function checkPassword(
  catalogue: Pick<Catalogue, "users" | "signInFailures">,
  clock: Clock,
  attempt: PasswordAttempt,
): Promise<UserRecord> {
  const { signInFailures } = catalogue
  const { address, nameAtAddress, name, knownNetwork } = bucketsOf(attempt)
  await signInFailures.prune(clock.now())
  // Counted before the password is compared, so that concurrent attempts count as well.
  await count(catalogue, clock, address, MAX_ATTEMPTS.address)
  await count(catalogue, clock, nameAtAddress, MAX_ATTEMPTS.nameAtAddress)
  const isKnown = (await signInFailures.count(knownNetwork, clock.now())) > 0
  if (!isKnown) await countSlowly(catalogue, clock, name)
  const user = await catalogue.users.byName(attempt.name)
  const passwordHash = user?.passwordHash || (await (dummyHash ??= hashPassword(sha256Hex("nobody"))))
  const fits = await isPasswordOf(passwordHash, attempt.password)
  if (user === undefined || !fits || user.passwordHash === "" || !user.isActive) {
    throw new SignInRefused("incorrect name or password")
  }
  // The correct password shows that the failed attempts were the user's own.
  await signInFailures.clear(nameAtAddress)
  await signInFailures.clear(name)
  const nowMs = clock.now()
  if (!isKnown) await signInFailures.add(knownNetwork, nowMs, nowMs + KNOWN_NETWORK_MS)
  return user
}

/** What a limit on attempts applies to: an address with its network, or an account. */
export type AttemptContext = { readonly address: string } | { readonly userKey: string }

/**
 * Counts an action that is limited per quarter of an hour, such as creating accounts.
 *
 * @throws {TooManyAttempts}
 */
export async function recordAttempt(
  catalogue: Pick<Catalogue, "signInFailures">,
  clock: Clock,
  { act, by, max }: { readonly act: string; readonly by: AttemptContext; readonly max: number },
): Promise<void> {
  const who = "address" in by ? networkOfCaller(by.address) : `account ${by.userKey}`
  await catalogue.signInFailures.prune(clock.now())
  await count(catalogue, clock, sha256Hex(`${act}\n${who}`), max)
}

async function count(
  { signInFailures }: Pick<Catalogue, "signInFailures">,
  clock: Clock,
  bucket: string,
  max: number,
): Promise<void> {
  const nowMs = clock.now()
  if ((await signInFailures.add(bucket, nowMs, nowMs + WINDOW_MS)) > max)
    throw new TooManyAttempts(max, WINDOW_MS / 1000)
}

/**
 * Counts an attempt for a name from a network that is new to it. @throws {TooManyAttempts} if the attempt comes too
 * early.
 */
async function countSlowly(
  { signInFailures }: Pick<Catalogue, "signInFailures">,
  clock: Clock,
  bucket: string,
): Promise<void> {
  const nowMs = clock.now()
  if ((await signInFailures.add(bucket, nowMs, nowMs + WINDOW_MS)) <= MAX_ATTEMPTS.name) return
  const turn = sha256Hex(`turn\n${bucket}`)
  if ((await signInFailures.add(turn, nowMs, nowMs + SLOW_ATTEMPT_MS)) > 1) {
    throw new TooManyAttempts(MAX_ATTEMPTS.name, SLOW_ATTEMPT_MS / 1000)
  }
}

/** The keys that attempts are counted under, and the key for networks that have signed in. */
type Buckets = Readonly<Record<"address" | "nameAtAddress" | "name" | "knownNetwork", string>>

/** Names and addresses are stored as hashes, so that the table does not reveal who tries to sign in, or from where. */
function bucketsOf({ name, address }: PasswordAttempt): Buckets {
  const folded = foldName(name)
  const network = networkOfCaller(address)
  return {
    address: sha256Hex(`address\n${network}`),
    nameAtAddress: sha256Hex(`name at address\n${folded}\n${network}`),
    name: sha256Hex(`name\n${folded}`),
    knownNetwork: sha256Hex(`known network\n${folded}\n${network}`),
  }
}

/** Returns one key for all addresses of a network, in any notation. */
function networkOfCaller(address: string): string {
  return networkOf(plainAddress(address))
}
