import { execFileSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { repositoryIdentity } from "../identifiers/repository-identity.ts"
import {
  findPackageDocumentation,
  findPopularLibrary,
  listPopularLibraries,
  searchPopularLibraries,
} from "./popular-libraries.ts"

const PROGRAM = fileURLToPath(new URL("../../../../scripts/popular-libraries.mjs", import.meta.url))

describe("the table of popular libraries", () => {
  it("is what its data files say, and every line of them has the right form", () => {
    expect(() => execFileSync(process.execPath, [PROGRAM, "--check"], { stdio: "pipe" })).not.toThrow()
  })

  it("has at least 500 packages of seven package managers and 200 libraries with addresses that can be added", () => {
    const libraries = listPopularLibraries()
    const packages = libraries.flatMap((library) => library.packages)

    expect(libraries.length).toBeGreaterThanOrEqual(200)
    expect(packages.filter((name) => !name.endsWith("*")).length).toBeGreaterThanOrEqual(500)
    expect(new Set(packages.map((name) => name.split(":")[0]))).toEqual(
      new Set(["cargo", "composer", "go", "maven", "npm", "python", "rubygems"]),
    )
    for (const { repositoryUrl } of libraries) expect(repositoryIdentity(repositoryUrl)).not.toHaveProperty("problem")
  })

  it("finds a library by name, title, repository or package", () => {
    const names = ["nextjs", "Next.js", "vercel/next.js", "/vercel/next.js", "create-next-app"]

    expect(names.map((name) => findPopularLibrary(name)?.name)).toEqual(names.map(() => "nextjs"))
    expect(findPopularLibrary("no such library")).toBeUndefined()
    expect(searchPopularLibraries(["tanstack", "query"]).map(({ name }) => name)).toContain("tanstack-query")
  })
})

describe("the documentation of a package", () => {
  it.each([
    ["npm", "hono", "honojs/website", false],
    ["npm", "vue", "vuejs/docs", false],
    ["npm", "express", "expressjs/expressjs.com", false],
    ["npm", "typescript", "microsoft/TypeScript-Website", false],
    ["npm", "@types/react", "reactjs/react.dev", false],
    ["npm", "@types/babel__core", "babel/website", false],
    ["npm", "@nestjs/throttler", "nestjs/docs.nestjs.com", false],
    ["npm", "vite", "vitejs/vite", true],
    ["npm", "@vitejs/plugin-react", "vitejs/vite", false],
    ["python", "Django", "django/django", true],
    ["python", "Huggingface_Hub", "huggingface/huggingface_hub", true],
    ["go", "github.com/labstack/echo/v4", "labstack/echox", false],
    ["go", "k8s.io/client-go", "kubernetes/website", false],
    ["cargo", "serde-json", "serde-rs/serde-rs.github.io", false],
    ["maven", "org.springframework.boot:spring-boot-starter-mail", "spring-projects/spring-boot", true],
    ["maven", "org.apache.spark:spark-sql_2.13", "apache/spark", true],
    ["composer", "symfony/console", "symfony/symfony-docs", false],
    ["rubygems", "activerecord", "rails/rails", true],
  ] as const)("of %s %s is in %s", (ecosystem, name, repository, hasVersionTags) => {
    const found = findPackageDocumentation(ecosystem, name)

    expect(found?.library.repositoryUrl).toBe(`https://github.com/${repository}`)
    expect(found?.hasVersionTags).toBe(hasVersionTags)
  })

  it("is unknown for packages with a similar name", () => {
    expect(findPackageDocumentation("npm", "vue-next-thing")).toBeUndefined()
    expect(findPackageDocumentation("npm", "@acme/react")).toBeUndefined()
    expect(findPackageDocumentation("python", "vue")).toBeUndefined()
    expect(findPackageDocumentation("go", "github.com/acme/gin")).toBeUndefined()
  })
})
