import { SpendingLimitExceeded } from "../../access/errors.ts"
import type { Catalogue } from "../../catalogue/catalogue.ts"
import { limitOfPlan } from "../../config/people-settings.ts"
import type { ServiceContext } from "../service-context.ts"

/**
 * Checks that the plan of a teamspace allows another private library. Concurrent additions wait for the end of the
 * transaction, so that they count each other.
 *
 * @param inside a transaction.
 * @throws {SpendingLimitExceeded}
 */
export async function assertLibraryQuota(
  { settings }: Pick<ServiceContext, "settings">,
  inside: Catalogue,
  teamspaceKey: string,
): Promise<void> {
  await inside.teamspaces.lock(teamspaceKey)
  const plan = (await inside.teamspaces.byKey(teamspaceKey))?.plan ?? null
  if (plan === null) return
  const { libraries, tokens } = await inside.libraries.usedBy(teamspaceKey)
  const most = limitOfPlan(settings.LECTERN_PLAN_PRIVATE_LIBRARIES, plan)
  if (libraries >= most) {
    throw new SpendingLimitExceeded(
      `private library limit reached: the plan ${plan} allows ${most}, and the teamspace has ${libraries}. Delete one, or upgrade to a larger plan`,
    )
  }
  assertTokensLeft(tokens, plan, settings.LECTERN_PLAN_TOKENS)
}

/** Checks that the plan of a teamspace allows another version of a private library. @throws {SpendingLimitExceeded} */
export async function assertVersionQuota(
  { settings, catalogue }: Pick<ServiceContext, "settings" | "catalogue">,
  teamspaceKey: string | null,
): Promise<void> {
  if (teamspaceKey === null) return
  const plan = (await catalogue.teamspaces.byKey(teamspaceKey))?.plan ?? null
  if (plan === null) return
  assertTokensLeft((await catalogue.libraries.usedBy(teamspaceKey)).tokens, plan, settings.LECTERN_PLAN_TOKENS)
}

function assertTokensLeft(tokens: number, plan: Parameters<typeof limitOfPlan>[1], setting: string): void {
  const most = limitOfPlan(setting, plan)
  if (tokens < most) return
  throw new SpendingLimitExceeded(
    `private token limit reached: the plan ${plan} allows ${most} tokens, and the teamspace uses ${tokens}. Delete a private library, or upgrade to a larger plan`,
  )
}
