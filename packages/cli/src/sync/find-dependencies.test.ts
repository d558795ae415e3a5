import { describe, expect, it } from "vitest"
import { findDependencies } from "./find-dependencies.ts"
import { aProject, namesIn } from "./project.testing.ts"

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

  it("of Pipenv have them in Pipfile.lock", async () => {
    const pipfile = `[[source]]
url = "https://pypi.org/simple"
name = "pypi"

[packages]
flask = {version = "*", extras = ["async"]}
requests = "==2.32.3"
koi = {git = "https://git.example/koi.git", ref = "main"}
own = {path = ".", editable = true}

[dev-packages]
pytest = ">=8"

[requires]
python_version = "3.12"
`
    const lock = JSON.stringify({
      _meta: { "pipfile-spec": 6 },
      default: {
        Flask: { version: "==3.1.0" },
        jinja2: { version: "==3.1.5" },
        koi: { git: "https://git.example/koi.git" },
      },
      develop: { pytest: { version: "==8.3.4" } },
    })

    const { dependencies, problems } = await findDependencies(
      await aProject({ Pipfile: pipfile, "Pipfile.lock": lock }),
    )

    expect(problems).toEqual([])
    expect(dependencies.map(({ name, version, repositoryUrl }) => [name, version, repositoryUrl])).toEqual([
      ["flask", "3.1.0", undefined],
      ["requests", "2.32.3", undefined],
      ["koi", undefined, "https://git.example/koi.git"],
      ["pytest", "8.3.4", undefined],
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
  it("of Go: the direct requirements in go.mod", async () => {
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

describe("invalid files", () => {
  it("are reported, and the others are still used", async () => {
    const folder = await aProject({
      "package.json": "{",
      "Cargo.toml": "[dependencies",
      "pom.xml": "<project>",
      "go.mod": "require github.com/a/b v1.0.0",
    })

    const { dependencies, problems } = await findDependencies(folder)

    expect(dependencies.map(({ name }) => name)).toEqual(["github.com/a/b"])
    expect(problems).toEqual([
      expect.stringMatching(/^cannot parse package\.json/),
      expect.stringMatching(/^cannot parse Cargo\.toml/),
      expect.stringMatching(/^cannot parse pom\.xml/),
    ])
  })

  it("can contain values of any wrong type", async () => {
    const folder = await aProject({
      "package.json": '{"dependencies":[1],"devDependencies":{"a":5,"__proto__":"1"}}',
      "composer.json": "[]",
      "pyproject.toml": "project = 5",
    })

    expect((await findDependencies(folder)).problems).toEqual([])
  })
})
