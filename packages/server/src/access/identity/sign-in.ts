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
  const buckets = bucketsOf(attempt)
  await catalogue.signInFailures.prune(clock.now())
  // Counted before the password is compared, so that attempts at the same moment count as well.
  for (const { bucket, max } of buckets) await count(catalogue, clock, bucket, max)
  const user = await catalogue.users.byName(attempt.name)
  const passwordHash = user?.passwordHash || (await (nobodysHash ??= hashPassword(hashApiKey("nobody"))))
  const fits = await isPasswordOf(passwordHash, attempt.password)
  if (user === undefined || !fits || user.passwordHash === "" || !user.isActive) {
    throw new SignInRefused("the name or the password is wrong")
  }
  for (const { bucket, isOfName } of buckets) if (isOfName) await catalogue.signInFailures.clear(bucket)
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
  const who = "address" in by ? placeOf(by.address) : `account ${by.userKey}`
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

interface Bucket {
  readonly bucket: string
  readonly max: number
  /** True: a right password shows that the failures were the person's own. */
  readonly isOfName: boolean
}

/**
 * Names and addresses are kept as hashes: the table tells nobody who tries to sign in. The widest comes last, so that an
 * address that is shut out cannot shut out a name for everybody.
 */
function bucketsOf({ name, address }: PasswordAttempt): readonly Bucket[] {
  const folded = foldName(name)
  const place = placeOf(address)
  return [
    { bucket: hashApiKey(`address\n${place}`), max: MAX_ATTEMPTS.address, isOfName: false },
    { bucket: hashApiKey(`name at address\n${folded}\n${place}`), max: MAX_ATTEMPTS.nameAtAddress, isOfName: true },
    { bucket: hashApiKey(`name\n${folded}`), max: MAX_ATTEMPTS.name, isOfName: true },
  ]
}

/** However its proxy writes an address, and whichever of a network's addresses it is: it counts as one. */
function placeOf(address: string): string {
  return networkOf(plainAddress(address))
}
