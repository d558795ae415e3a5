import type { Clock } from "../../base/clock.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { foldName } from "../../catalogue/users/fold-name.ts"
import type { UserRecord } from "../../catalogue/users/records.ts"
import { networkOf, plainAddress } from "../../net/client-address.ts"
import { hashApiKey } from "./api-keys.ts"
import { SignInRefused, TooManyAttempts } from "../errors.ts"
import { hashPassword, isPasswordOf } from "./passwords.ts"

const WINDOW_MS = 15 * 60_000
/** Attempts in a window: of one address, of one name from one address, of one name from anywhere. */
const MAX_ATTEMPTS = { address: 100, nameAtAddress: 10, name: 100 } as const

/** Time for which a network stays known to an account that signed in from it. */
const KNOWN_NETWORK_MS = 90 * 24 * 3_600_000

/**
 * After too many attempts for a name from anywhere, networks that are new to it may still try, one attempt per this time
 * for all of them: wrong attempts of others slow a person down and never shut them out.
 */
const SLOW_ATTEMPT_MS = 5_000

/** A name and a password, and where they come from. */
export interface PasswordAttempt {
  readonly name: string
  readonly password: string
  readonly address: string
}

/** Hash of no password, compared where there is no account, so that both take the same time. */
let nobodysHash: Promise<string> | undefined

/**
 * Finds the active account of a name and a password.
 *
 * @throws {SignInRefused} when they do not fit: the same words and the same work for an unknown name, a wrong password
 *   and an inactive account.
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
  // Counted before the password is compared, so that attempts at the same moment count as well.
  await count(catalogue, clock, address, MAX_ATTEMPTS.address)
  await count(catalogue, clock, nameAtAddress, MAX_ATTEMPTS.nameAtAddress)
  const isKnown = (await signInFailures.count(knownNetwork, clock.now())) > 0
  if (!isKnown) await countSlowly(catalogue, clock, name)
  const user = await catalogue.users.byName(attempt.name)
  const passwordHash = user?.passwordHash || (await (nobodysHash ??= hashPassword(hashApiKey("nobody"))))
  const fits = await isPasswordOf(passwordHash, attempt.password)
  if (user === undefined || !fits || user.passwordHash === "" || !user.isActive) {
    throw new SignInRefused("incorrect name or password")
  }
  // The right password shows that the failures were the person's own.
  await signInFailures.clear(nameAtAddress)
  await signInFailures.clear(name)
  const nowMs = clock.now()
  if (!isKnown) await signInFailures.add(knownNetwork, nowMs, nowMs + KNOWN_NETWORK_MS)
  return user
}

/** Who may do something only so often: an address with its network, or an account. */
export type AttemptContext = { readonly address: string } | { readonly userKey: string }

/**
 * Counts an act that may be done only so often in a quarter of an hour, for instance making accounts.
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
  await count(catalogue, clock, hashApiKey(`${act}\n${who}`), max)
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

/** Counts an attempt for a name from a network that is new to it. @throws {TooManyAttempts} until its turn comes. */
async function countSlowly(
  { signInFailures }: Pick<Catalogue, "signInFailures">,
  clock: Clock,
  bucket: string,
): Promise<void> {
  const nowMs = clock.now()
  if ((await signInFailures.add(bucket, nowMs, nowMs + WINDOW_MS)) <= MAX_ATTEMPTS.name) return
  const turn = hashApiKey(`turn\n${bucket}`)
  if ((await signInFailures.add(turn, nowMs, nowMs + SLOW_ATTEMPT_MS)) > 1) {
    throw new TooManyAttempts(MAX_ATTEMPTS.name, SLOW_ATTEMPT_MS / 1000)
  }
}

/** What attempts are counted by, and where a network is kept that has signed in. */
type Buckets = Readonly<Record<"address" | "nameAtAddress" | "name" | "knownNetwork", string>>

/** Names and addresses are kept as hashes: the table tells nobody who tries to sign in, or from where. */
function bucketsOf({ name, address }: PasswordAttempt): Buckets {
  const folded = foldName(name)
  const network = networkOfCaller(address)
  return {
    address: hashApiKey(`address\n${network}`),
    nameAtAddress: hashApiKey(`name at address\n${folded}\n${network}`),
    name: hashApiKey(`name\n${folded}`),
    knownNetwork: hashApiKey(`known network\n${folded}\n${network}`),
  }
}

/** However its proxy writes an address, and whichever of a network's addresses it is: it counts as one. */
function networkOfCaller(address: string): string {
  return networkOf(plainAddress(address))
}
