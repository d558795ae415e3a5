import { EVENT_TYPES, EventType, type Webhook, type WebhookDelivery } from "@lectern/contract"
import type { Command } from "commander"
import { withSession } from "../../session/connect.ts"
import { CliFailure, EXIT_CODES } from "../../terminal/exit-codes.ts"
import {
  type ApiOptions,
  apiCommand,
  collect,
  type CommandContext,
  newCommand,
  terminalOf,
} from "../../session/command-context.ts"

/** `lectern webhooks`: manages webhooks that receive events. */
export function webhooksCommand(context: CommandContext): Command {
  return newCommand("webhooks", "manage the webhooks that receive events", [
    "webhooks create https://ci.example.com/lectern --event library.failed",
    "webhooks list",
  ])
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(changeCommand(context))
    .addCommand(deleteCommand(context))
    .addCommand(secretCommand(context))
    .addCommand(testCommand(context))
    .addCommand(deliveriesCommand(context))
    .addCommand(redeliverCommand(context))
}

interface ChangeOptions extends ApiOptions {
  readonly event?: readonly string[] | undefined
  readonly description?: string | undefined
  readonly address?: string | undefined
  readonly every?: boolean | undefined
  readonly on?: boolean | undefined
  readonly off?: boolean | undefined
}

const EVENT_OPTION = "--event <type>"
const EVENT_HELP = `event to send, repeatable: ${EVENT_TYPES.join(", ")}`

function listCommand(context: CommandContext): Command {
  return apiCommand("list", "list webhooks", ["webhooks list"]).action((options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const answer = await client.webhooks.list({ signal })
      const terminal = terminalOf(context, options)
      terminal.printJson(answer)
      for (const webhook of answer.webhooks) terminal.print(describeWebhook(webhook))
      if (answer.webhooks.length === 0) terminal.note("no webhooks")
    }),
  )
}

function createCommand(context: CommandContext): Command {
  return apiCommand("create <url>", "create a webhook and print its secret once", [
    "webhooks create https://ci.example.com/lectern --event library.failed",
  ])
    .option(EVENT_OPTION, `${EVENT_HELP} (default: all)`, collect)
    .option("--description <text>", "purpose of the webhook")
    .action((url: string, options: ChangeOptions) =>
      withSession(options, context, async ({ client, signal }) => {
        const events = eventsOf(options) ?? []
        const described = options.description === undefined ? {} : { description: options.description }
        const webhook = await client.webhooks.create({ url, events, ...described }, { signal })
        const terminal = terminalOf(context, options)
        terminal.printJson(webhook)
        terminal.print(webhook.secret)
        terminal.note(`created webhook ${webhook.id}; save the secret, it is shown only once`)
      }),
    )
}

function changeCommand(context: CommandContext): Command {
  return apiCommand("change <id>", "change, disable or enable a webhook", [
    "webhooks change 4d7a5b0c1e2f39485766 --off",
    "webhooks change 4d7a5b0c1e2f39485766 --address https://ci.example.com/new --every",
  ])
    .option("--address <url>", "new URL")
    .option(EVENT_OPTION, EVENT_HELP, collect)
    .option("--every", "send all events")
    .option("--description <text>", "purpose of the webhook")
    .option("--on", "enable the webhook")
    .option("--off", "disable the webhook")
    .action(async (id: string, options: ChangeOptions) => {
      const change = changeOf(options)
      await withSession(options, context, async ({ client, signal }) => {
        const webhook = await client.webhooks.update(id, change, { signal })
        const terminal = terminalOf(context, options)
        terminal.printJson(webhook)
        terminal.print(describeWebhook(webhook))
      })
    })
}

function deleteCommand(context: CommandContext): Command {
  return apiCommand("delete <id>", "delete a webhook and its deliveries", [
    "webhooks delete 4d7a5b0c1e2f39485766",
  ]).action((id: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const answer = await client.webhooks.delete(id, { signal })
      const terminal = terminalOf(context, options)
      terminal.printJson(answer)
      terminal.print(answer.message)
    }),
  )
}

function secretCommand(context: CommandContext): Command {
  return apiCommand("secret <id>", "replace the secret of a webhook and print it once", [
    "webhooks secret 4d7a5b0c1e2f39485766",
  ]).action((id: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const webhook = await client.webhooks.renewSecret(id, { signal })
      const terminal = terminalOf(context, options)
      terminal.printJson(webhook)
      terminal.print(webhook.secret)
      terminal.note("the old secret no longer works; save this one, it is shown only once")
    }),
  )
}

function testCommand(context: CommandContext): Command {
  return apiCommand("test <id>", "send a test event and show the result", [
    "webhooks test 4d7a5b0c1e2f39485766",
  ]).action((id: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const delivery = await client.webhooks.test(id, { signal })
      const terminal = terminalOf(context, options)
      terminal.printJson(delivery)
      terminal.print(describeDelivery(delivery))
      if (delivery.state === "failed") context.exitWith(EXIT_CODES.failure)
    }),
  )
}

function deliveriesCommand(context: CommandContext): Command {
  return apiCommand("deliveries <id>", "list the latest deliveries of a webhook", [
    "webhooks deliveries 4d7a5b0c1e2f39485766 --failed",
  ])
    .option("--failed", "only those that will not be retried")
    .action((id: string, options: ApiOptions & { readonly failed?: boolean }) =>
      withSession(options, context, async ({ client, signal }) => {
        const query = options.failed === true ? ({ state: "failed" } as const) : {}
        const answer = await client.webhooks.listDeliveries(id, query, { signal })
        const terminal = terminalOf(context, options)
        terminal.printJson(answer)
        for (const delivery of answer.deliveries) terminal.print(describeDelivery(delivery))
        if (answer.deliveries.length === 0) terminal.note("no deliveries")
      }),
    )
}

function redeliverCommand(context: CommandContext): Command {
  return apiCommand("redeliver <id> <delivery>", "send an event again", [
    "webhooks redeliver 4d7a5b0c1e2f39485766 0a1b2c3d4e5f60718293",
  ]).action((id: string, deliveryId: string, options: ApiOptions) =>
    withSession(options, context, async ({ client, signal }) => {
      const delivery = await client.webhooks.redeliver(id, deliveryId, { signal })
      const terminal = terminalOf(context, options)
      terminal.printJson(delivery)
      terminal.print(describeDelivery(delivery))
    }),
  )
}

/** @throws {CliFailure} if an event type does not exist. */
function eventsOf({ event, every }: ChangeOptions): EventType[] | undefined {
  if (every === true) return []
  return event?.map((type) => {
    const known = EventType.safeParse(type)
    if (known.success) return known.data
    throw new CliFailure(EXIT_CODES.usage, `invalid --event ${type}: must be one of ${EVENT_TYPES.join(", ")}`)
  })
}

/** @throws {CliFailure} if there is nothing to change, or options contradict each other. */
function changeOf(options: ChangeOptions) {
  const { address, description, on, off, every, event } = options
  if (on === true && off === true) throw new CliFailure(EXIT_CODES.usage, "--on and --off cannot be combined")
  if (every === true && event !== undefined) {
    throw new CliFailure(EXIT_CODES.usage, "--every and --event cannot be combined")
  }
  const events = eventsOf(options)
  const change = {
    url: address,
    description,
    events,
    active: on === true || off === true ? on === true : undefined,
  }
  if (Object.values(change).every((value) => value === undefined)) {
    throw new CliFailure(
      EXIT_CODES.usage,
      "nothing to change: add --address, --event, --every, --description, --on or --off",
    )
  }
  return change
}

function describeWebhook({ id, url, events, active, switchedOffBecause, failingSince }: Webhook): string {
  const eventList = events.length === 0 ? "all events" : events.join(", ")
  const state = active ? (failingSince === null ? "on" : `failing since ${failingSince}`) : "off"
  return `${id}  ${url}  ${eventList}  ${state}${switchedOffBecause === null ? "" : `: ${switchedOffBecause}`}`
}

function describeDelivery({ id, type, state, attempts, status, error, createdAt }: WebhookDelivery): string {
  const result = error ?? (status === null ? "not sent yet" : `HTTP ${status}`)
  return `${id}  ${createdAt}  ${type}  ${state} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}: ${result}`
}
