import { z } from "zod"
import { Message } from "./fields.ts"

/** Forges whose push webhooks are understood. */
export const HOOK_FORGES = ["github", "gitlab", "gitea", "bitbucket"] as const
export type HookForge = (typeof HOOK_FORGES)[number]

/** Path parameter of a webhook. */
export const HookParams = z.object({ forge: z.enum(HOOK_FORGES).describe("forge that sends the webhook") })
export type HookParams = z.infer<typeof HookParams>

/** Answer to a webhook with a valid signature; the same for every repository, known or not. */
export const HookResponse = z
  .object({ message: Message })
  .meta({ id: "HookResponse", description: "the webhook was understood" })
export type HookResponse = z.infer<typeof HookResponse>
