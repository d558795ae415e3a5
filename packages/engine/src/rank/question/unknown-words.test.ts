import { describe, expect, it } from "vitest"

import { aPage, openTestIndex } from "../../index/index.testing.ts"
import { findUnknownWords } from "./unknown-words.ts"

const library = openTestIndex([
  aPage("ravens.md", "Ravens", [
    [
      1,
      "Sending",
      "Set `retry_delay` to send a raven again. The server authenticates each raven. Remove old ravens. It throws `errors.RetryFailed` without `POST_OFFICE_URL`.",
    ],
    [1, "Feeding", "Feed the birds on the client side."],
  ]),
])
const unknownIn = (query: string, ...terms: readonly string[]) => findUnknownWords(library, { query, terms })

describe("findUnknownWords", () => {
  it("finds words and identifiers that the library lacks, as they were written", () => {
    expect(unknownIn("How do I connect Kafka?", "RavenClient", "retry_delay")).toEqual([
      "RavenClient",
      "connect",
      "Kafka",
    ])
    expect(unknownIn("", "`Kafka`", "kafka_client")).toEqual(["Kafka", "kafka_client"])
    expect(unknownIn("aws")).toEqual(["aws"])
    expect(findUnknownWords(library, { query: "kafka" })).toEqual(["kafka"])
  })

  it.each([
    ["the library has", "how is a raven sent"],
    ["the library has in another form", "how do servers authenticate"],
    ["are misspelt", "feding birds"],
    ["have a synonym", "delete a raven"],
    ["only ask", "how can I do this, please"],
    ["consist of words that the library has", "client-side birds"],
    ["are too short", "a UI"],
    ["belong together with words that the library has", "kafka-client"],
    ["have another prefix", "reauthenticate"],
    ["are very long", "kafka_".repeat(7)],
    ["come late in a long text", `${"raven ".repeat(40)} kafka`],
    ["are the end of a longer name", "RetryFailed, retry_failed"],
    ["are the beginning of a longer name", "POST_OFFICE"],
  ])("does not count words that %s", (_, query) => {
    expect(unknownIn(query)).toEqual([])
  })

  it("calls an identifier unknown whose words only occur as prose, without or with a word between them", () => {
    const birds = openTestIndex([
      aPage("birds.md", "Birds", [
        [1, "Send a raven", "To send ravens, open the window."],
        [1, "Feeding", "Call `on_feed_raven` or `feedRavenOf`. Ravenposts are fed first."],
      ]),
    ])

    expect(findUnknownWords(birds, { query: "sendRaven send_ravens" })).toEqual(["sendRaven", "send_ravens"])
    expect(findUnknownWords(birds, { query: "feedRaven feed_raven RavenPost" })).toEqual([])
  })

  it("calls no identifier unknown whose words are in more snippets than it reads", () => {
    const withSnippets = (count: number) =>
      openTestIndex([
        aPage(
          "many.md",
          "Many",
          Array.from({ length: count }, (_, number) => [
            1,
            `Part ${number}`,
            `A delay of number ${number} comes before each retry of a message.`,
          ]),
        ),
      ])

    expect(findUnknownWords(withSnippets(300), { query: "`retry_delay`" })).toEqual(["retry_delay"])
    expect(findUnknownWords(withSnippets(301), { query: "`retry_delay`" })).toEqual([])
  })

  it("returns words in lower case if their position in the question is uncertain", () => {
    // In lower case, this letter has two characters.
    expect(unknownIn("İİ Kafka")).toContain("kafka")
  })

  it("returns at most five, each once", () => {
    expect(unknownIn("kafka Kafka avro pulsar nats redis mongo")).toEqual(["kafka", "avro", "pulsar", "nats", "redis"])
  })
})
