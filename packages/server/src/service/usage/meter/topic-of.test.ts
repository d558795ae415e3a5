import { expect, it } from "vitest"
import { topicOf } from "./topic-of.ts"

it.each([
  ["How do I declare path parameters?", "declare parameters path"],
  ["path parameters: how are they declared", "declared parameters path"],
  ["what is it?", undefined],
  ["", undefined],
])("names what %j is about", (question, topic) => {
  expect(topicOf(question)).toBe(topic)
})

it("keeps addresses, paths, keys and numbers out", () => {
  const question =
    "jane.doe@example.com https://intern.example/x?token=1 /home/jane/app sk-4f9a8b7c6d5e4f3a2b1c0d9e8f7a 123456 password=hunter2 otter"

  expect(topicOf(question)).toBe("otter")
})
