import { z } from "zod"
import { Message } from "../limits/fields.ts"

/** Git hosts whose push webhooks are supported. */
export const HOOK_HOSTS = ["github", "gitlab", "gitea", "bitbucket"] as const
export type HookHost = (typeof HOOK_HOSTS)[number]

/** Path parameter of a webhook. */
export const HookParams = z.object({ forge: z.enum(HOOK_HOSTS).describe("git host that sends the webhook") })
export type HookParams = z.infer<typeof HookParams>

/** Response to a webhook with a valid signature; the same for every repository, known or not. */
export const HookResponse = z.object({ message: Message }).meta({ id: "HookResponse", description: "webhook received" })
export type HookResponse = z.infer<typeof HookResponse>
