import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { findDependencies } from "./find-dependencies.ts"
import { aProject } from "./project.testing.ts"

/** Reads a project and gives `name@version` of each dependency, with its repository where one is known. */
async function namesIn(files: Record<string, string>, inside = ""): Promise<string[]> {
  const { dependencies, problems } = await findDependencies(join(await aProject({ ".git/HEAD": "", ...files }), inside))
  expect(problems).toEqual([])
  return dependencies.map(
    ({ name, version, repositoryUrl }) => `${name}@${version}${repositoryUrl === undefined ? "" : ` ${repositoryUrl}`}`,
  )
}

const PACKAGE_JSON = JSON.stringify({
  name: "app",
  dependencies: {
    next: "^15.1.0",
    react: "18.x",
    "@tanstack/react-query": "~5.90.0",
    own: "workspace:*",
    local: "file:../local",
  },
  devDependencies: { typescript: "5.6.3", lodash4: "npm:lodash@^4.17.0" },
})

describe("projects of npm", () => {
  it("have their versions in package-lock.json, and repositories in what is installed", async () => {
    const lock = {
      name: "app",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "app", dependencies: { next: "^15.1.0" } },
        "node_modules/next": {
          version: "15.1.8",
          resolved: "https://registry.npmjs.org/next/-/next-15.1.8.tgz",
          integrity: "sha512-x",
        },
        "node_modules/next/node_modules/react": { version: "19.0.0" },
        "node_modules/react": { version: "18.3.1" },
        "node_modules/@tanstack/react-query": { version: "5.90.2" },
        "node_modules/lodash4": { name: "lodash", version: "4.17.21" },
      },
    }
    const installed = {
      name: "next",
      version: "15.1.8",
      repository: { type: "git", url: "git+https://github.com/vercel/next.js.git" },
    }

    expect(
      await namesIn({
        "package.json": PACKAGE_JSON,
        "package-lock.json": JSON.stringify(lock),
        "node_modules/next/package.json": JSON.stringify(installed),
        "node_modules/react/package.json": JSON.stringify({ version: "18.3.1", repository: "github:facebook/react" }),
      }),
    ).toEqual([
      "next@15.1.8 https://github.com/vercel/next.js.git",
      "react@18.3.1 https://github.com/facebook/react",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("have them in the first form of that file as well", async () => {
    const lock = { name: "app", lockfileVersion: 1, dependencies: { react: { version: "18.3.1", resolved: "x" } } }

    expect(
      await namesIn({
        "package.json": '{"dependencies":{"react":"^18.0.0"}}',
        "package-lock.json": JSON.stringify(lock),
      }),
    ).toEqual(["react@18.3.1"])
  })

  it("may lie below the folder of the lockfile", async () => {
    const lock = {
      lockfileVersion: 3,
      packages: {
        "packages/web/node_modules/react": { version: "18.3.1" },
        "node_modules/react": { version: "17.0.2" },
        "node_modules/vue": { version: "3.5.13" },
      },
    }

    expect(
      await namesIn(
        {
          "package-lock.json": JSON.stringify(lock),
          "packages/web/package.json": '{"dependencies":{"react":"*","vue":"*"}}',
        },
        "packages/web",
      ),
    ).toEqual(["react@18.3.1", "vue@3.5.13"])
  })

  it("have no version without a lockfile, unless they ask for one only", async () => {
    expect(await namesIn({ "package.json": PACKAGE_JSON })).toEqual([
      "next@undefined",
      "react@undefined",
      "@tanstack/react-query@undefined",
      "typescript@5.6.3",
      "lodash@undefined",
    ])
  })
})

describe("projects of pnpm, Yarn and Bun", () => {
  it("have their versions in pnpm-lock.yaml", async () => {
    const lock = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      next:
        specifier: ^15.1.0
        version: 15.1.8(react-dom@18.3.1(react@18.3.1))(react@18.3.1)
      react:
        specifier: 18.x
        version: 18.3.1
      '@tanstack/react-query':
        specifier: ~5.90.0
        version: 5.90.2(react@18.3.1)
    devDependencies:
      typescript:
        specifier: 5.6.3
        version: 5.6.3
      lodash4:
        specifier: npm:lodash@^4.17.0
        version: lodash@4.17.21

packages:

  next@15.1.8:
    resolution: {integrity: sha512-x}
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "pnpm-lock.yaml": lock })).toEqual([
      "next@15.1.8",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("have them in the older forms of that file and for one of several packages", async () => {
    const older =
      "lockfileVersion: 5.4\nspecifiers:\n  react: 18.x\ndependencies:\n  react: 18.3.1\n  next: 15.1.8_react@18.3.1\n"
    const several =
      "lockfileVersion: '9.0'\nimporters:\n  .: {}\n  packages/web:\n    dependencies:\n      react:\n        specifier: 18.x\n        version: 18.2.0\n"

    expect(
      await namesIn({ "package.json": '{"dependencies":{"react":"18.x","next":"*"}}', "pnpm-lock.yaml": older }),
    ).toEqual(["react@18.3.1", "next@15.1.8"])
    expect(
      await namesIn(
        { "pnpm-lock.yaml": several, "packages/web/package.json": '{"dependencies":{"react":"18.x"}}' },
        "packages/web",
      ),
    ).toEqual(["react@18.2.0"])
  })

  it("have their versions in yarn.lock of Yarn 1", async () => {
    const lock = `# THIS IS AN AUTOGENERATED FILE. DO NOT EDIT THIS FILE DIRECTLY.
# yarn lockfile v1


"@tanstack/react-query@~5.90.0":
  version "5.90.2"
  resolved "https://registry.yarnpkg.com/@tanstack/react-query/-/react-query-5.90.2.tgz#abc"
  dependencies:
    "@tanstack/query-core" "5.90.2"

"lodash4@npm:lodash@^4.17.0", lodash@^4.17.21:
  version "4.17.21"

next@^15.1.0:
  version "15.1.8"

react@18.x, react@^18.2.0:
  version "18.3.1"

typescript@5.6.3:
  version "5.6.3"
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "yarn.lock": lock })).toEqual([
      "next@15.1.8",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })

  it("have their versions in yarn.lock of newer Yarn", async () => {
    const lock = `# This file is generated by running "yarn install" inside your project.

__metadata:
  version: 8
  cacheKey: 10c0

"next@npm:^15.1.0":
  version: 15.1.8
  resolution: "next@npm:15.1.8"

"react@npm:18.x, react@npm:^18.2.0":
  version: 18.3.1
  resolution: "react@npm:18.3.1"
`

    expect((await namesIn({ "package.json": PACKAGE_JSON, "yarn.lock": lock })).slice(0, 2)).toEqual([
      "next@15.1.8",
      "react@18.3.1",
    ])
  })

  it("have their versions in the text lockfile of Bun", async () => {
    const lock = `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "app", "dependencies": { "react": "18.x", }, }, },
  "packages": {
    "@tanstack/react-query": ["@tanstack/react-query@5.90.2", "", { "dependencies": {} }, "sha512-x"],
    "react": ["react@18.3.1", "", {}, "sha512-x"],
    "lodash4": ["lodash@4.17.21", "", {}, "sha512-x"],
  }
}
`

    expect(await namesIn({ "package.json": PACKAGE_JSON, "bun.lock": lock })).toEqual([
      "next@undefined",
      "react@18.3.1",
      "@tanstack/react-query@5.90.2",
      "typescript@5.6.3",
      "lodash@4.17.21",
    ])
  })
})

describe("projects of Python", () => {
  const PYPROJECT = `[project]
name = "shop"
dependencies = [
  "FastAPI[standard]>=0.115,<1",
  "pydantic==2.9.2 ; python_version >= '3.9'",
  "httpx @ git+https://github.com/encode/httpx.git@0.27.0",
]
[project.optional-dependencies]
test = ["pytest>=8", "shop[all]"]
[dependency-groups]
dev = ["ruff", { include-group = "test" }]
`

  it("have their versions in uv.lock", async () => {
    const lock = `version = 1
requires-python = ">=3.12"

[[package]]
name = "fastapi"
version = "0.115.6"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "pytest"
version = "8.3.4"
source = { registry = "https://pypi.org/simple" }
`

    expect(await namesIn({ "pyproject.toml": PYPROJECT, "uv.lock": lock })).toEqual([
      "FastAPI@0.115.6",
      "pydantic@2.9.2",
      "httpx@undefined https://github.com/encode/httpx.git",
      "pytest@8.3.4",
      "ruff@undefined",
    ])
  })

  it("of Poetry have them in poetry.lock", async () => {
    const project = `[tool.poetry]
name = "shop"
[tool.poetry.dependencies]
python = "^3.12"
django = "^5.1"
celery = { version = "^5.4", extras = ["redis"] }
helper = { path = "../helper" }
[tool.poetry.group.dev.dependencies]
pytest-django = "4.9.0"
`
    const lock = `[[package]]\nname = "django"\nversion = "5.1.4"\noptional = false\n\n[[package]]\nname = "celery"\nversion = "5.4.0"\n\n[metadata]\nlock-version = "2.0"\n`

    expect(await namesIn({ "pyproject.toml": project, "poetry.lock": lock })).toEqual([
      "django@5.1.4",
      "celery@5.4.0",
      "pytest-django@4.9.0",
    ])
  })

  it("have them in requirements.txt", async () => {
    const text = `# runtime\n-r base.txt\n--index-url https://pypi.example/simple\nDjango==5.1.4  # LTS next\nrequests[socks]>=2.31 ; python_version < "4"\nnumpy==2.1.3 \\\n    --hash=sha256:abc \\\n    --hash=sha256:def\nzope.interface===7.2\n./local\n-e .\n`

    expect(await namesIn({ "requirements.txt": text })).toEqual([
      "Django@5.1.4",
      "requests@undefined",
      "numpy@2.1.3",
      "zope.interface@7.2",
    ])
  })
})

describe("projects of other languages", () => {
  it("of Go: what go.mod requires itself", async () => {
    const text = `module example.com/shop

go 1.23

require (
	github.com/gin-gonic/gin v1.10.0
	golang.org/x/sync v0.10.0
	github.com/jackc/pgx/v5 v5.7.1 // needed
	github.com/bytedance/sonic v1.12.6 // indirect
	example.com/tools v0.0.0-20241210120000-0123456789ab
)

require gopkg.in/yaml.v3 v3.0.1

replace example.com/tools => ../tools
`

    expect(await namesIn({ "go.mod": text })).toEqual([
      "github.com/gin-gonic/gin@1.10.0 https://github.com/gin-gonic/gin",
      "golang.org/x/sync@0.10.0 https://github.com/golang/sync",
      "github.com/jackc/pgx/v5@5.7.1 https://github.com/jackc/pgx",
      "example.com/tools@undefined",
      "gopkg.in/yaml.v3@3.0.1",
    ])
  })

  it("of Rust: Cargo.toml with the versions of Cargo.lock", async () => {
    const manifest = `[package]
name = "shop"
[dependencies]
tokio = { version = "1.40", features = ["full"] }
serde = "1"
rand = "0.8"
web = { package = "actix-web", version = "=4.9.0" }
own = { path = "../own" }
[dev-dependencies]
insta = { git = "https://github.com/mitsuhiko/insta" }
[target.'cfg(unix)'.dependencies]
nix = "0.29"
`
    const lock = ["tokio 1.42.0", "serde 1.0.216", "rand 0.7.3", "rand 0.8.5", "nix 0.29.0"]
      .map((line) => `[[package]]\nname = "${line.split(" ")[0]}"\nversion = "${line.split(" ")[1]}"\n`)
      .join("\n")

    expect(await namesIn({ "Cargo.toml": manifest, "Cargo.lock": `version = 4\n\n${lock}` })).toEqual([
      "tokio@1.42.0",
      "serde@1.0.216",
      "rand@0.8.5",
      "actix-web@4.9.0",
      "insta@undefined https://github.com/mitsuhiko/insta",
      "nix@0.29.0",
    ])
  })

  it("of Java: pom.xml with its properties and managed versions", async () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId><version>3.4.0</version></parent>
  <artifactId>shop</artifactId>
  <properties><jackson.version>2.18.2</jackson.version></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.3</version></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>\${jackson.version}</version></dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><scope>test</scope></dependency>
    <dependency><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-web</artifactId></dependency>
    <dependency><groupId>\${project.parent.groupId}</groupId><artifactId>spring-boot</artifactId><version>\${project.parent.version}</version></dependency>
  </dependencies>
</project>
`

    expect(await namesIn({ "pom.xml": text })).toEqual([
      "com.fasterxml.jackson.core:jackson-databind@2.18.2",
      "org.junit.jupiter:junit-jupiter@5.11.3",
      "org.springframework.boot:spring-boot-starter-web@undefined",
      "org.springframework.boot:spring-boot@3.4.0",
    ])
  })

  it("of PHP: composer.json with versions and repositories of composer.lock", async () => {
    const manifest = {
      require: { php: ">=8.2", "ext-json": "*", "laravel/framework": "^11.0" },
      "require-dev": { "phpunit/phpunit": "^11.5" },
    }
    const lock = {
      packages: [
        {
          name: "laravel/framework",
          version: "v11.35.1",
          source: { type: "git", url: "https://github.com/laravel/framework.git", reference: "d" },
        },
      ],
      "packages-dev": [{ name: "phpunit/phpunit", version: "11.5.1" }],
    }

    expect(await namesIn({ "composer.json": JSON.stringify(manifest), "composer.lock": JSON.stringify(lock) })).toEqual(
      ["laravel/framework@11.35.1 https://github.com/laravel/framework.git", "phpunit/phpunit@11.5.1"],
    )
  })

  it("of Ruby: Gemfile.lock", async () => {
    const text = `GIT
  remote: https://github.com/hotwired/turbo-rails.git
  revision: 0123456789abcdef
  specs:
    turbo-rails (2.0.11)
      railties (>= 6.0.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.16.8-x86_64-linux)
      racc (~> 1.4)
    racc (1.8.1)
    rails (8.0.1)
      railties (= 8.0.1)

PLATFORMS
  x86_64-linux

DEPENDENCIES
  nokogiri
  rails (~> 8.0.1)
  turbo-rails!

BUNDLED WITH
   2.5.23
`

    expect(await namesIn({ "Gemfile.lock": text })).toEqual([
      "nokogiri@1.16.8",
      "rails@8.0.1",
      "turbo-rails@2.0.11 https://github.com/hotwired/turbo-rails.git",
    ])
  })
})

describe("files that are not in order", () => {
  it("are named, and the others count", async () => {
    const folder = await aProject({
      "package.json": "{",
      "Cargo.toml": "[dependencies",
      "pom.xml": "<project>",
      "go.mod": "require github.com/a/b v1.0.0",
    })

    const { dependencies, problems } = await findDependencies(folder)

    expect(dependencies.map(({ name }) => name)).toEqual(["github.com/a/b"])
    expect(problems).toEqual([
      expect.stringMatching(/^package\.json/),
      expect.stringMatching(/^Cargo\.toml/),
      expect.stringMatching(/^pom\.xml/),
    ])
  })

  it("may hold anything of the wrong type", async () => {
    const folder = await aProject({
      "package.json": '{"dependencies":[1],"devDependencies":{"a":5,"__proto__":"1"}}',
      "composer.json": "[]",
      "pyproject.toml": "project = 5",
    })

    expect((await findDependencies(folder)).problems).toEqual([])
  })
})
