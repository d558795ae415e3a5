import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { cleanQuestion } from "./clean-question.ts"

interface Trace {
  readonly language: string
  readonly question: string
  /** What the reader wants looked up. */
  readonly kept: readonly string[]
  readonly dropped: readonly string[]
}

const traces: readonly Trace[] = [
  {
    language: "Python",
    question: `Why does this happen on the second request?
2026-03-14 09:26:53,589 ERROR [worker-3] request_id=1b4e28ba-2fa1-11d2-883f-0016d3cca427
Traceback (most recent call last):
  File "/home/ada/shop/.venv/lib/python3.12/site-packages/sqlalchemy/engine/base.py", line 1967, in _exec_single_context
    self.dialect.do_execute(
  File "/home/ada/shop/app/orders.py", line 42, in total
    return sum(line.price for line in order.lines)
                                      ^^^^^^^^^^^
sqlalchemy.orm.exc.DetachedInstanceError: Parent instance <Order at 0x7f3b1c0d2e50> is not bound to a Session; lazy load operation of attribute 'lines' cannot proceed`,
    kept: ["second request", "DetachedInstanceError", "is not bound to a Session", "lazy load", "order.lines"],
    dropped: ["/home/ada", "1967", "0x7f3b1c0d2e50", "1b4e28ba", "09:26:53", "do_execute", "Traceback", "^^^"],
  },
  {
    language: "Node",
    question: `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error [ERR_REQUIRE_ESM]: require() of ES Module /srv/api/node_modules/node-fetch/src/index.js from /srv/api/lib/client.js not supported.
    at Object.<anonymous> (/srv/api/lib/client.js:3:15)
    at Module._compile (node:internal/modules/cjs/loader:1554:14)
    at async Promise.all (index 0)
    at file:///srv/api/server.mjs:12:3 {
  code: 'ERR_REQUIRE_ESM'
}

Node.js v22.14.0`,
    kept: ["ERR_REQUIRE_ESM", "require() of ES Module", "not supported"],
    dropped: ["loader", "_compile", "/srv/api", "v22.14.0", "Promise.all"],
  },
  {
    language: "Java",
    question: `Exception in thread "main" org.springframework.beans.factory.BeanCreationException: Error creating bean with name 'dataSource'
\tat org.springframework.beans.factory.support.AbstractBeanFactory.lambda$doGetBean$0(AbstractBeanFactory.java:337) ~[spring-beans-6.2.1.jar:6.2.1]
\tat app//com.example.shop.Main.main(Main.java:12)
Caused by: com.zaxxer.hikari.pool.HikariPool$PoolInitializationException: Failed to initialize pool
\tat com.zaxxer.hikari.pool.HikariPool.throwPoolInitializationException(HikariPool.java:596)
\t... 23 more`,
    kept: ["BeanCreationException", "'dataSource'", "PoolInitializationException: Failed to initialize pool"],
    dropped: ["doGetBean", "com.example.shop.Main.main", "23 more", "HikariPool.java"],
  },
  {
    language: "Rust",
    question: `thread 'main' panicked at src/main.rs:8:34:
called \`Result::unwrap()\` on an \`Err\` value: ConnectionRefused
stack backtrace:
   0: rust_begin_unwind
             at /rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/std/src/panicking.rs:645:5
   1: core::panicking::panic_fmt
             at /rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/panicking.rs:72:14
   2: core::result::unwrap_failed
note: run with \`RUST_BACKTRACE=full\` for a verbose backtrace.`,
    kept: ["panicked", "Result::unwrap()", "ConnectionRefused"],
    dropped: ["panicking", "90b35a6239c3", "unwrap_failed", "RUST_BACKTRACE", "main.rs"],
  },
  {
    language: "Rust's compiler",
    question: `error[E0277]: \`Rc<Cell<i32>>\` cannot be sent between threads safely
   --> src/main.rs:14:18
    |
14  |     tokio::spawn(async move {
    |     ------------ required by a bound introduced by this call
    = help: the trait \`Send\` is not implemented`,
    kept: ["E0277", "cannot be sent between threads safely", "tokio::spawn", "the trait `Send`"],
    dropped: ["-->", "main.rs", "14"],
  },
  {
    language: "Go",
    question: `panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x10a4f60]

goroutine 1 [running]:
main.(*Server).handle(0xc0000b4000, {0x14000122000, 0x5, 0x5})
\t/Users/ada/go/src/shop/server.go:33 +0x1d
net/http.HandlerFunc.ServeHTTP(0x10a4f60, {0x1, 0x2})
\t/usr/local/go/src/net/http/server.go:2166 +0x29
created by net/http.(*Server).Serve in goroutine 1
exit status 2`,
    kept: ["invalid memory address or nil pointer dereference", "SIGSEGV"],
    dropped: ["goroutine", "0xc0000b4000", "/Users/ada", "ServeHTTP", "exit status", "0x10a4f60"],
  },
  {
    language: "PHP",
    question: `PHP Fatal error:  Uncaught Illuminate\\Database\\QueryException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'orders.deleted_at' in /var/www/shop/vendor/laravel/framework/src/Illuminate/Database/Connection.php:829
Stack trace:
#0 /var/www/shop/vendor/laravel/framework/src/Illuminate/Database/Connection.php(783): Illuminate\\Database\\Connection->runQueryCallback()
#1 [internal function]: App\\Http\\Controllers\\OrderController->index()
#2 {main}
  thrown in /var/www/shop/vendor/laravel/framework/src/Illuminate/Database/Connection.php on line 829`,
    kept: ["QueryException", "SQLSTATE[42S22]", "Column not found: 1054", "'orders.deleted_at'"],
    dropped: ["/var/www", "runQueryCallback", "OrderController", "829", "Connection.php"],
  },
  {
    language: "C#",
    question: `Unhandled exception. System.InvalidOperationException: Unable to resolve service for type 'Shop.IClock' while attempting to activate 'Shop.OrderService'.
   at Microsoft.Extensions.DependencyInjection.ServiceLookup.CallSiteFactory.CreateArgumentCallSites(ServiceIdentifier id, Type type) in C:\\build\\src\\CallSiteFactory.cs:line 612
   at Program.<Main>$(String[] args) in C:\\Users\\ada\\shop\\Program.cs:line 9
--- End of stack trace from previous location ---`,
    kept: ["InvalidOperationException", "Unable to resolve service for type 'Shop.IClock'", "'Shop.OrderService'"],
    dropped: ["CallSiteFactory", "C:\\Users", "line 9", "End of stack trace"],
  },
]

const pasted: readonly (readonly [what: string, question: string, cleaned: string])[] = [
  ["fences", "```python\napp.run()\n```\nwhy does this hang", "app.run() why does this hang"],
  [
    "prompts of shells",
    "ada@box:~/shop$ npm run dev\n(venv) [ada@box shop]$ ls\nroot@3f2a1b:/app# pip list",
    "npm run dev ls pip list",
  ],
  ["prompts of Windows", "PS C:\\Users\\ada> dotnet run\nC:\\shop>npm start", "dotnet run npm start"],
  [
    "prompts of interpreters",
    ">>> import json\n... pass\nIn [3]: df.head()\nirb(main):001:0> puts 1",
    "import json pass df.head() puts 1",
  ],
  ["names of services", "web_1  | starting\nshop-db-1  | ready", "starting ready"],
  ["times of logs", "Nov 22 11:39:36 box: segfault at 9:26:53 AM, 22/Nov/2026 11:39:36 +0000", "box: segfault at ,"],
  ["dates of other forms", "3/14/2026, 20260314T092653Z refused", ", refused"],
  [
    "keys and tokens",
    "eyJhbGciOiJIUzI1NiIs.eyJzdWIiOiIx.dozjgNryP4J3 and Xk29fPq8Lm3vNt7RzW1yBc are refused",
    "and are refused",
  ],
  ["short hashes", "since 3f2a1b9 it fails", "since it fails"],
  ["addresses of mail and schemes", "mail to ada@shop.test from http://localhost:3000", "mail to from localhost:3000"],
]

describe("cleanQuestion", () => {
  it.each(pasted)("drops %s around what was pasted", (_, question, cleaned) => {
    expect(cleanQuestion(question).replace(/\s+/g, " ").trim()).toBe(cleaned)
  })

  it("finds the frames of a trace that is a string of JSON", () => {
    const question = String.raw`{"msg":"Unexpected token \"<\"","stack":"SyntaxError: x\n    at parse (/srv/a/b.js:1:2)\n    at next"}`

    expect(cleanQuestion(question)).toContain('Unexpected token "<"')
    expect(cleanQuestion(question)).not.toContain("parse")
  })

  it.each(traces)("keeps what was wrong of a trace of $language, and drops where", ({ question, kept, dropped }) => {
    const cleaned = cleanQuestion(question)

    for (const part of kept) expect(cleaned).toContain(part)
    for (const part of dropped) expect(cleaned).not.toContain(part)
  })

  it.each([
    "how do I mount a router at /users/:id/posts",
    "app/Http/Kernel.php is gone, where do I register middleware",
    "at which point does setup() run: before or after created()?",
    "TS2345 when I pass null to useRef(null), listen on 127.0.0.1:8080 with --port 8080",
    "from flask import Flask: is app.run(debug=True) fine in production?",
    "what is #[Target] for, and #1 of the options?",
    "react@18.2.0 or git@github.com:ada/shop.git, #ffcc00, e2e",
    "useInfiniteQuery2WithSuspense3 on /api/v2/Page1/Part2/x4 and AbstractHttp2ServerStream",
    "db.create_all()\napp.run()\nare both needed?",
  ])("leaves a question in plain words as it is: %s", (question) => {
    expect(cleanQuestion(question)).toBe(question)
  })

  it("gives the question back when nothing else would be left", () => {
    expect(cleanQuestion("/home/ada/shop/orders.py:42")).toBe("/home/ada/shop/orders.py:42")
  })

  it("takes any text without harm and never makes it longer, accents apart", () => {
    const pieces = fc.array(
      fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom(...traces.map((trace) => trace.question))),
      { maxLength: 6 },
    )
    fc.assert(
      fc.property(pieces, (parts) => {
        const question = parts.join("\n").slice(0, 2_000).normalize("NFD")

        expect(cleanQuestion(question).length).toBeLessThanOrEqual(question.length)
      }),
    )
  })

  it.each([
    "(",
    "a/",
    "a.",
    "at ",
    "0x",
    "#1 ",
    "1: a::",
    "-",
    "^ ",
    "at a(",
    "a-",
    "at a:1",
    "C:\\",
    "1a",
    "aB1",
    "[1;",
    "a@b.",
    "&#1",
    "\\n",
    "ada@b ",
  ])("reads 2,000 characters of %s in time that grows with their square at most", (unit) => {
    const usedBefore = process.cpuUsage()

    cleanQuestion(`x\n${unit.repeat(2_000).slice(0, 2_000)}`)

    expect(process.cpuUsage(usedBefore).user / 1_000).toBeLessThan(250)
  })
})
