import { describe, expect, it } from "vitest"
import { expandIncludes } from "../expand-includes.ts"
import { readSitePage } from "../read-site-page.ts"
import { DOCUMENTER_SCRIPT, siteNameOf } from "./navigation.ts"
import { parseDocstrings } from "./parse-docstrings.ts"

const SOURCE: Readonly<Record<string, string>> = {
  "Project.toml": 'name = "Pond"\nuuid = "1"\n',
  "src/Pond.jl":
    'module Pond\nexport Heron, feed!\ninclude("birds/heron.jl")\ninclude("fish.jl")\ninclude("../../outside.jl")\nend\n',
  "src/fish.jl": 'module Fish\n"""\nA pike.\n"""\nstruct Pike end\nend\n',
  "src/birds/heron.jl": [
    '"""',
    "    Heron(name;",
    "          legs = 2)",
    "",
    "A heron. Costs ``\\\\alpha`` fish; see [`feed!`](@ref) and [the guide](@ref guide).",
    "",
    "# Examples",
    "```jldoctest; setup = :(using Pond)",
    'julia> Heron(\\"Ada\\")',
    "```",
    '"""',
    "Base.@kwdef struct Heron",
    "    name",
    "end",
    "",
    '"""',
    "$(TYPEDSIGNATURES)",
    "",
    "Feeds a heron.",
    '"""',
    "feed!(heron::Heron, fish = 1) = nothing",
    "",
    '"A hidden helper."',
    "function helper(x)",
    "end",
    "",
    'text = """',
    "not a docstring",
    '"""',
  ].join("\n"),
}

function expanded(text: string): string {
  const read = (path: string) => (SOURCE[path] === undefined ? undefined : { text: SOURCE[path] })
  const page = expandIncludes({ format: "markdown", text, path: "docs/src/guide.md" }, read)
  expect(page?.problems ?? []).toEqual([])
  return page?.text ?? text
}

describe("markup of Documenter.jl", () => {
  it("keeps the texts of links, and turns the name of a heading into its anchor", () => {
    const text =
      "# [The guide](@id guide)\n\nSee [`f(x[1])`](@ref Pond.f(::Int)), [math](@cite b) and [a page](other.md)."

    expect(expanded(text)).toBe("# The guide {#guide}\n\nSee `f(x[1])`, math and [a page](other.md).")
    expect(readSitePage("markdown", text, "docs/src/guide.md").title).toBe("The guide")
  })

  it("shows code that is run as Julia without its hidden lines, and leaves out what is not text", () => {
    const text = [
      "```@meta",
      "CurrentModule = Pond",
      "```",
      "```@example pond",
      "using Pond # hide",
      'h = Heron("Ada")',
      "```",
      "```@setup pond",
      "x = 1",
      "```",
      "```@raw html",
      "<b>",
      "```",
    ].join("\n")

    expect(expanded(text).trim()).toBe('```julia\nh = Heron("Ada")\n```')
  })
})

describe("a page about Documenter.jl", () => {
  it("keeps its examples of the markup", () => {
    const text = "See [`a`](@ref).\n\n````markdown\n```@example\nusing Pond # hide\n```\n````"

    expect(expanded(text)).toBe(text.replace("[`a`](@ref)", "`a`"))
  })
})

describe("API documentation of Documenter.jl", () => {
  it("describes the names of a block by their docstrings, and leaves out names of other packages", () => {
    const text = expanded("## Birds\n\n```@docs\nPond.Heron\nfeed!(::Heron)\nOther.thing\n```\n\nMore.")

    expect(text).toContain(
      "### `Heron`\n\n```julia\nHeron(name;\n      legs = 2)\n```\n\nA heron. Costs ``\\alpha`` fish",
    )
    expect(text).toContain("see `feed!` and the guide.")
    expect(text).toContain('#### Examples\n```julia\njulia> Heron("Ada")\n```')
    expect(text).toContain("### `feed!`\n\n```julia\nfeed!(heron::Heron, fish = 1)\n```\n\nFeeds a heron.")
    expect(text).not.toMatch(/@docs|thing|\$\(/)
    expect(text).toMatch(/\n\nMore\.$/)
  })

  it("describes the files that are listed, or only exported names", () => {
    const block = (options: string) => expanded(`\`\`\`@autodocs\n${options}\n\`\`\``)

    expect(block('Modules = [Pond]\nPages = ["heron.jl"]').match(/^## .*/gm)).toEqual([
      "## `Heron`",
      "## `feed!`",
      "## `helper`",
    ])
    expect(block("Modules = [Pond]\nPrivate = false").match(/^## .*/gm)).toEqual(["## `Heron`", "## `feed!`"])
    expect(block("Modules = [Pond.Fish]").match(/^## .*/gm)).toEqual(["## `Pike`"])
    expect(block('Modules = [Pond]\nPages = ["other.jl"]').trim()).toBe("")
  })

  it("finds docstrings of every kind of definition", () => {
    const definitions = [
      "function Base.show(io::IO) end",
      "macro otter(x) end",
      "@inline f(x) = x",
      "const RIVER = 1",
      "abstract type Bird end",
      "mutable struct Nest{T} end",
      "σ(x) = x",
      "feed!",
      "@heron",
    ]
    const source = definitions.map((definition) => `"""\nText.\n"""\n${definition}\n`).join("\n")

    expect(parseDocstrings(source).map(({ name }) => name)).toEqual([
      "show",
      "@otter",
      "f",
      "RIVER",
      "Bird",
      "Nest",
      "σ",
      "feed!",
      "@heron",
    ])
    expect(parseDocstrings('@doc raw"""\nKeeps \\\\ as it is.\n""" nest')).toEqual([
      { name: "nest", definition: "nest", text: "Keeps \\\\ as it is." },
    ])
    expect(parseDocstrings('"""\nnever closed')).toEqual([])
  })
})

describe("make.jl", () => {
  const script = [
    "using Documenter",
    "makedocs(",
    '    sitename = "Pond.jl",',
    "    pages = [",
    '        "Home" => "index.md",',
    '        "Guide" => Any[ # "Old" => "old.md",',
    '            "First steps" => "guide/start.md",',
    '            "guide/more.md",',
    '            #= "Draft" => "draft.md" =#',
    "        ],",
    '        "API" => "api.md",',
    "    ],",
    ")",
  ].join("\n")

  it("names the site and its pages in order", () => {
    const file = { path: "docs/make.jl", folder: "docs", text: script, read: () => undefined }
    const page = (label: string | undefined, target: string) => ({ label, target, children: [] })

    expect(siteNameOf(script)).toBe("Pond.jl")
    expect(DOCUMENTER_SCRIPT.readNavigation(file)).toEqual({
      bases: ["docs/src"],
      entries: [
        page("Home", "index.md"),
        {
          label: "Guide",
          target: undefined,
          children: [page("First steps", "guide/start.md"), page(undefined, "guide/more.md")],
        },
        page("API", "api.md"),
      ],
    })
  })

  it("is ignored if another tool uses the name", () => {
    const file = { path: "make.jl", folder: "", text: "println(1)", read: () => undefined }

    expect(DOCUMENTER_SCRIPT.readNavigation(file)).toBeUndefined()
  })
})
