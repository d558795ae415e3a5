import { expect, it } from "vitest"
import type { FormatName } from "../../../document/document.ts"
import { shown } from "../../../document/shown-block.testing.ts"
import { parseFile } from "../../../parse-file.ts"
import { convertPlaywright } from "./playwright-pages.ts"

const read = (text: string, format: FormatName = "markdown") =>
  parseFile({ format, text, path: "a.md" }).document.blocks.map(shown)

it.each<[FormatName]>([["markdown"], ["mdx"]])("shows facts of methods in words in %s", (format) => {
  const imported = format === "mdx" ? "import Film from '@site/Film';\n\n" : ""

  expect(
    read(
      `${imported}## async method: Koi.feed\n* since: v1.8\n* langs: js\n- returns: <[Pond]>\n\n## method: Koi.net\n* langs:\n  - alias-python: net_koi\n\nNets.\n\n######\n* langs: java\n\nWaits.`,
      format,
    ),
  ).toEqual([
    "## Koi.feed",
    "- Added in: v1.8\n- Languages: js",
    "- Returns: Pond",
    "## Koi.net",
    "Nets.",
    "- Languages: java",
    "Waits.",
  ])
})

it("shows references to members as names", () => {
  expect(
    read(
      "See [`method: Koi.feed`], [`option: Koi.feed.maxFood`], [`event: Pond.full`], [`method: Koi.feed#2`] and [`property: Koi.age`](#age).\n\n```md\n[`method: Koi.feed`]\n```",
    ),
  ).toEqual(["See `Koi.feed`, `Koi.feed.maxFood`, `Pond.full`, `Koi.feed` and `Koi.age`.", "code:[`method: Koi.feed`]"])
})

it("shows types without brackets, and headings without kinds and placeholders", () => {
  const text = (line: string) => convertPlaywright(`* since: v1.8\n${line}`).split("\n")[1]

  expect(text("- type: ?<[Object]>")).toBe("- Type: Object")
  expect(text("## optional async method: Koi.feed#2")).toBe("## Koi.feed")
  expect(text("### option: Koi.feed.food = %%-feed-food-%%")).toBe("### option: Koi.feed.food")
  expect(text("- %%-feed-options-list-v1.2-%%")).toBe("")
  expect(text("- returns: <[null]|[string]> Name.")).toBe("- Returns: `null|string` Name.")
  expect(text("  - `food` ?<[Array]<[Pellet]>> What to feed.")).toBe(
    "  - `food` (`Array<Pellet>`, optional) What to feed.",
  )
  expect(text("- `call` <[function]\\([Koi]\\):[boolean]>")).toBe("- `call` (`function(Koi):boolean`)")
  expect(text("- `food` <[Array]<[Pellet]>")).toBe("- `food` <[Array]<[Pellet]>")
})

it("reads long lines in time linear to their length", () => {
  const usedBefore = process.cpuUsage()
  for (const part of ["* since:", "[`method: ", "* since: v1\n- `a` <[", "- type: <[a]<", "## async ", "<[a]"])
    convertPlaywright(`* since: v1\n${part.repeat(30_000)}`)
  expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(2_000)
})
