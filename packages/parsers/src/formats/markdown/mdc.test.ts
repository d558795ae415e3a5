import { describe, expect, it } from "vitest"
import { shown } from "../../document/shown-block.testing.ts"
import { parseMarkdown } from "./parse-markdown.ts"

function read(text: string): readonly string[] {
  return parseMarkdown(text).document.blocks.map(shown)
}

describe("components of MDC", () => {
  it.each<[what: string, text: string, blocks: readonly string[]]>([
    ["boxes", '::tip{icon="i-koi" to="https://koi.example"}\nFeed the koi.\n::', ["**Tip**\n\nFeed the koi."]],
    ["a box with a title", '::warning{title="Cold water"}\nWait.\n::', ["**Warning: Cold water**\n\nWait."]],
    ["boxes after text without a blank line", "Swim.\n::note\nDeep.\n::\nOn.", ["Swim.", "**Note**\n\nDeep.", "On."]],
    ["lists in boxes", "::tip\n- koi\n- tench\n::\n\nAfter.", ["**Tip**\n- koi\n- tench", "After."]],
    ["groups of code", '::code-group{sync="pm"}\n\n```bash [npm]\nnpm i koi\n```\n\n::', ["code:npm i koi (npm)"]],
    [
      "components in components",
      '::card-group\n:::card{title="Koi" to="/koi"}\nA fish.\n:::\n\n  ::card{title="Tench"}\n  Another.\n  ::\n::',
      ["**Koi**", "A fish.", "**Tench**", "Another."],
    ],
    [
      "properties in YAML and slots",
      "::callout\n---\ntitle: Koi pond\nicon: i-koi\n---\n#default\nCold.\n\n#footer{.wide}\nDeep.\n::",
      ["**Koi pond**\n\nCold.\n\nDeep."],
    ],
    ["links without content", '::read-more{to="/docs/koi/feed-koi"}\n::', ["See Feed koi."]],
    ["links without a title", ':read-more{icon="a" to="/docs/koi/feed-koi#food"}', ["See Food."]],
    ["links to other sites", '::read-more{to="https://koi.example/#food"}\n::', ["See https://koi.example/#food."]],
    ["links with a title", 'Also :link-koi{title="The pond" to="/pond"} here.', ["Also The pond here."]],
    ["no videos", 'Koi.\n\n:video-accordion{title="Watch a koi" videoId="7" :platform="x"}', ["Koi."]],
    [
      "badges",
      "## Feeding :badge[v4.3]\n\n**`koi`** :badge[*new*]{.wide}: swims",
      ["## Feeding v4.3", "**`koi`** *new*: swims"],
    ],
    ["line breaks", "One. :br Two.\n:br\nThree.", ["One. Two. Three."]],
    ["icons", '- :icon{name="koi"} Koi', ["- Koi"]],
    ["an opener that no line closes", '::figure-koi{#koi title="A koi"}\n\nText.', ["A koi", "Text."]],
  ])("shows %s", (_, text, blocks) => {
    expect(read(text)).toEqual(blocks)
  })

  it.each([
    "::before is a pseudo-element.",
    "::before",
    "::group::Koi",
    "::",
    "Call `x` ::tip here",
    "Given :id{int} and :koi[0](x) and a:koi[0] :",
    ":smile: at 12:30 :name",
    "#koi",
  ])("keeps other text with colons: %s", (text) => {
    expect(read(text).join("\n")).toContain(text.replace("[0](x)", "0"))
  })

  it("keeps an opener that only looks like a component of the page", () => {
    expect(read("::before\n\n::tip\nKoi.\n::")).toEqual(["::before", "**Tip**\n\nKoi."])
  })
})
