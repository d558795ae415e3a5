import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { createLibraryDirectory } from "./create-library-directory.ts"
import { anEntry, SMALL_CATALOGUE } from "./directory.testing.ts"
import type { DirectoryEntry, LibraryDirectory } from "./library-directory.ts"

const ALL = { limit: 30, fast: false } as const

function directoryOf(entries: readonly DirectoryEntry[]): LibraryDirectory {
  const directory = createLibraryDirectory()
  for (const entry of entries) directory.put(entry)
  return directory
}

const small = directoryOf(SMALL_CATALOGUE)
const firstFor = (name: string, query = name): string | undefined => small.lookUp(name, query, ALL)[0]?.id

describe("library directory", () => {
  it.each([
    ["exact", "django", "/django/django"],
    ["whole id", "/pandas-dev/pandas", "/pandas-dev/pandas"],
    ["address", "https://github.com/nestjs/nest.git", "/nestjs/nest"],
    ["address of a host without a name", "http://127.0.0.1:9418/nestjs/nest.git", "/nestjs/nest"],
    ["address of its site", "https://docs.djangoproject.com/en/5.0/", "/django/django"],
    ["site", "angular.dev", "/angular/angular"],
    ["other case", "NumPy", "/numpy/numpy"],
    ["ending", "svelte.js", "/sveltejs/svelte"],
    ["ending written on", "nestjs", "/nestjs/nest"],
    ["version", "angular 17", "/angular/angular"],
    ["version after @", "numpy@1.26.4", "/numpy/numpy"],
    ["split", "Tensor Flow", "/tensorflow/tensorflow"],
    ["joined", "djangocms", "/django-cms/django-cms"],
    ["missing letter", "tensrflow", "/tensorflow/tensorflow"],
    ["swapped letters", "dajngo", "/django/django"],
    ["two errors", "tensrfloww", "/tensorflow/tensorflow"],
    ["install command", "pip install --upgrade pandas", "/pandas-dev/pandas"],
    ["package scope with a telling name", "@nestjs/swagger", "/nestjs/swagger"],
    ["package scope with a name that says nothing", "@nestjs/core", "/nestjs/nest"],
    ["nickname", "np", "/numpy/numpy"],
    ["numeronym", "i18n", "/internationalization/internationalization"],
    ["initials of the title", "btw", "/dotted/big-table-widget"],
    ["former name", "megagrid", "/dotted/big-table-widget"],
    ["title", "angular material", "/angular/components"],
    ["words around it", "the symfony framework", "/symfony/symfony"],
    ["former owner", "somewhere/pandas", "/pandas-dev/pandas"],
    ["beginning", "panda", "/pandas-dev/pandas"],
  ])("finds a library by %s", (_kind, name, id) => {
    expect(firstFor(name)).toBe(id)
  })

  it("prefers the account that is named like the library among namesakes", () => {
    expect(firstFor("svelte")).toBe("/sveltejs/svelte")
  })

  it("lets the question decide between namesakes", () => {
    expect(firstFor("cache", "tags in php")).toBe("/cache-a/cache")
    expect(firstFor("cache", "expiry in go")).toBe("/cache-b/cache")
  })

  it("stops at the hit that makes enough, with the same hits before it", () => {
    const all = small.lookUp("symfony django", "web apps", ALL)
    const isCounted = (key: string) => key.includes("django")

    const some = small.lookUp("symfony django", "web apps", { ...ALL, enough: { count: 1, isCounted } })

    expect(some.length).toBeLessThan(all.length)
    expect(some).toEqual(all.slice(0, some.length))
    expect(some.filter(({ key }) => isCounted(key))).not.toHaveLength(0)
  })

  it("leaves the question out when it has to be fast", () => {
    const ids = small.lookUp("cache", "expiry in go", { limit: 2, fast: true }).map((hit) => hit.id)

    expect(ids).toEqual(["/cache-a/cache", "/cache-b/cache"])
  })

  it("prefers what is alive", () => {
    expect(firstFor("mailer")).toBe("/new/mailer")
  })

  it("prefers the part of a family that the question names", () => {
    expect(firstFor("angular", "material design components")).toBe("/angular/components")
  })

  it("prefers more stars among equals", () => {
    const directory = directoryOf([anEntry("/a/thing", { stars: 3 }), anEntry("/b/thing", { stars: 30_000 })])

    expect(directory.lookUp("thing", "thing", ALL).map((hit) => hit.id)).toEqual(["/b/thing", "/a/thing"])
  })

  it("finds libraries without a name, by what they are for", () => {
    expect(small.lookUp("", "content management", ALL)[0]?.id).toBe("/django-cms/django-cms")
    expect(firstFor("something for machine learning by everyone with data")).toBe("/tensorflow/tensorflow")
  })

  it("finds libraries that a question mentions", () => {
    const directory = directoryOf([
      anEntry("/fastify/fastify"),
      anEntry("/other/thing", { description: "hooks and order" }),
    ])

    expect(directory.lookUp("", "In which order do Fastify hooks run?", ALL)[0]?.id).toBe("/fastify/fastify")
  })

  it("finds libraries by their characteristic terms", () => {
    const directory = directoryOf([
      anEntry("/a/store", { characteristicTerms: ["createSlice", "reducer"] }),
      anEntry("/b/store", { characteristicTerms: ["shelf", "aisle"] }),
    ])

    expect(directory.lookUp("store", "which reducer?", ALL)[0]?.id).toBe("/a/store")
    expect(directory.lookUp("store", "which aisle?", ALL)[0]?.id).toBe("/b/store")
  })

  it("answers nothing when nothing is alike", () => {
    expect(small.lookUp("qqqqxxxx", "zzzzyyyy", ALL)).toEqual([])
    expect(createLibraryDirectory().lookUp("react", "react", ALL)).toEqual([])
  })

  it("finds a library by a package that it documents, after a library of that name", () => {
    const handbook = anEntry("/otter/handbook", { aliases: ["raftlib", "@otter/knots"] })
    const both = directoryOf([handbook, anEntry("/other/raftlib")])

    expect(directoryOf([handbook]).lookUp("raftlib", "how to float", ALL)[0]?.id).toBe("/otter/handbook")
    expect(directoryOf([handbook]).lookUp("@otter/knots", "how to tie", ALL)[0]?.id).toBe("/otter/handbook")
    expect(both.lookUp("raftlib", "how to float", ALL).map(({ id }) => id)).toEqual([
      "/other/raftlib",
      "/otter/handbook",
    ])
  })

  it("finds nothing by the question when a name is given", () => {
    expect(small.lookUp("qwik", "web framework with middleware for PHP", ALL)).toEqual([])
    expect(small.lookUp("zod", "tables of a million rows", ALL)).toEqual([])
  })

  it("suggests similar names for a name that finds nothing", () => {
    expect(small.lookUp("pandorable", "pandorable", ALL)).toEqual([])
    expect(small.suggest("pandorable", { limit: 3 })).toEqual(["/pandas-dev/pandas"])
    expect(small.suggest("pandorable", { limit: 3, isVisible: () => false })).toEqual([])
    expect(small.suggest("qqqqxxxx", { limit: 3 })).toEqual([])
  })

  it("keeps to the limit and to what may be seen", () => {
    expect(small.lookUp("angular", "angular", { limit: 2, fast: false })).toHaveLength(2)
    const seen = small.lookUp("django", "django", { ...ALL, isVisible: (key) => key !== "/django/django" })
    expect(seen.map((hit) => hit.id)).not.toContain("/django/django")
    expect(seen[0]?.id).toBe("/django-cms/django-cms")
  })

  it("repairs a misspelt name although something invisible is called so", () => {
    const directory = directoryOf([anEntry("/a/django"), anEntry("/secret/djanga", { teamspaceKey: "t" })])

    const hits = directory.lookUp("djanga", "djanga", {
      ...ALL,
      teamspaceKey: "t",
      isVisible: (key) => key !== "/secret/djanga",
    })

    expect(hits.map((hit) => hit.id)).toEqual(["/a/django"])
  })

  it("answers the same, to the last digit, whatever libraries other teamspaces have", () => {
    const others = SMALL_CATALOGUE.flatMap((entry) =>
      Array.from({ length: 40 }, (_, at) => ({ ...entry, key: `${entry.key} ${at}`, teamspaceKey: `t${at % 3}` })),
    )
    const own = anEntry("/angular/secret-charts", { description: "Charts of our company", teamspaceKey: "mine" })
    const crowded = directoryOf([...others, ...SMALL_CATALOGUE, own])
    const alone = directoryOf([...SMALL_CATALOGUE, own])
    const names = [
      "angular",
      "anguler",
      "django cms",
      "cache",
      "web framework",
      "mailer",
      "charts",
      "tensr",
      "symfony docs",
    ]

    for (const teamspaceKey of [null, "mine", "nobody"]) {
      for (const name of names) {
        for (const query of [name, "charts of a company in the browser", "cache with tags"]) {
          const options = { ...ALL, teamspaceKey }
          expect(crowded.lookUp(name, query, options)).toEqual(alone.lookUp(name, query, options))
        }
      }
    }
    const found = alone.lookUp("charts", "charts", { ...ALL, teamspaceKey: "mine" })
    expect(found[0]?.id).toBe("/angular/secret-charts")
    expect(alone.lookUp("charts", "charts", ALL).map(({ id }) => id)).not.toContain("/angular/secret-charts")
  })

  it("moves a library that changes its owner", () => {
    const directory = directoryOf([anEntry("/a/otter")])

    directory.put(anEntry("/a/otter", { teamspaceKey: "t" }))
    const open = directory.lookUp("otter", "otter", ALL)
    const own = directory.lookUp("otter", "otter", { ...ALL, teamspaceKey: "t" })
    directory.remove("/a/otter")

    expect([open.length, own.length, directory.size]).toEqual([0, 1, 0])
    expect(directory.lookUp("otter", "otter", { ...ALL, teamspaceKey: "t" })).toEqual([])
  })

  it("orders equals by id", () => {
    const directory = directoryOf(["/z/same", "/m/same", "/a/same"].map((id) => anEntry(id)))

    expect(directory.lookUp("same", "same", ALL).map((hit) => hit.id)).toEqual(["/a/same", "/m/same", "/z/same"])
  })

  it("keeps libraries with the same id apart by key", () => {
    const directory = directoryOf([anEntry("/a/b", { key: "2" }), anEntry("/a/b", { key: "1", teamspaceKey: "t" })])

    expect(directory.lookUp("a/b", "b", { ...ALL, teamspaceKey: "t" }).map((hit) => hit.key)).toEqual(["1", "2"])
  })
})

describe("library directory under change", () => {
  it("answers as if it had been made of what is left", () => {
    const step = fc.record({
      entry: fc.constantFrom(...SMALL_CATALOGUE),
      remove: fc.boolean(),
      renamed: fc.option(fc.constantFrom("tensor", "django", "svelte", "quite another"), { nil: undefined }),
    })
    const names = ["django", "svelte", "tensrflow", "quite anothr", "cache", "web framework for applications", ""]
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const changed = createLibraryDirectory()
        const left = new Map<string, DirectoryEntry>()
        for (const { entry, remove, renamed } of steps) {
          const put = renamed === undefined ? entry : { ...entry, title: renamed, description: `about ${renamed}` }
          if (remove) changed.remove(entry.key)
          else changed.put(put)
          if (remove) left.delete(entry.key)
          else left.set(entry.key, put)
        }
        const fresh = directoryOf([...left.values()].reverse())

        expect(changed.size).toBe(left.size)
        for (const name of names) {
          const query = name === "" ? "progressive framework" : "php or python"
          expect(changed.lookUp(name, query, ALL)).toEqual(fresh.lookUp(name, query, ALL))
        }
      }),
      { numRuns: 150 },
    )
  })

  it("never throws, whatever is typed or put", () => {
    const odd = fc.oneof(
      fc.string({ unit: "binary", maxLength: 600 }),
      fc.string({ maxLength: 600 }),
      fc.constantFrom(
        "🦀",
        "'; DROP TABLE libraries; --",
        "(.*)+$",
        "[",
        "\\",
        "////",
        "@/",
        "@@a/b",
        "\0",
        "a".repeat(500),
        "c++",
        "__proto__",
      ),
    )
    fc.assert(
      fc.property(odd, odd, odd, (name, query, text) => {
        const directory = directoryOf([
          ...SMALL_CATALOGUE,
          anEntry(text, { key: "odd", title: name, description: query }),
        ])

        expect(directory.lookUp(name, query, ALL).length).toBeLessThanOrEqual(30)
        expect(directory.lookUp(text, text, { limit: 1, fast: true }).length).toBeLessThanOrEqual(1)
        directory.remove("odd")
        expect(directory.lookUp("django", "django", ALL)).toEqual(small.lookUp("django", "django", ALL))
      }),
      { numRuns: 200 },
    )
  })

  it("stays quick on patterns that make careless expressions slow", () => {
    for (const part of ["a@", "a.", "v1.", "  ", "((", "@1", "-a ", "==", "a:b."]) {
      const name = part.repeat(500).slice(0, 500)
      const usedBefore = process.cpuUsage()
      small.lookUp(name, name, ALL)
      expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(1000)
    }
  })
})
