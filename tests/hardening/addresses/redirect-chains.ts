/** A host that redirects every request. */
export interface RedirectChain {
  readonly name: string
  /** Returns the host's response to its n-th request, counted from 0. */
  answer(count: number, self: string): { readonly status: number; readonly location: string }
  /** True if users may see the redirect instead of an error, because nothing was reached. */
  readonly isEndless?: boolean
}

const STATUSES = [301, 302, 303, 307, 308] as const

const TARGETS = [
  "http://127.0.0.1/",
  "http://127.0.0.1:22/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[64:ff9b::a00:1]/",
  "http://[2002:a00:1::]/",
  "http://169.254.169.254/latest/meta-data/",
  "http://168.63.129.16/",
  "http://10.0.0.1/",
  "http://localhost/",
  "http://localhost./",
  "http://private-ten.example/",
  "http://private-six.example/",
  "http://mixed-first.example/",
  "https://10.0.0.1/",
  "https://private-loop.example/",
  "//10.0.0.1/",
  "\\\\10.0.0.1\\",
  "/\\10.0.0.1/",
  "http:\\\\10.0.0.1/",
  "http://public.example@10.0.0.1/",
  "http://user:word@public.example/",
  "file:///etc/passwd",
  "FILE:/etc/passwd",
  "ftp://public.example/a",
  "gopher://10.0.0.1:70/_x",
  "dict://127.0.0.1:11211/",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "ssh://git@10.0.0.1/owner/repo.git",
  "git://10.0.0.1/owner/repo.git",
  "ext::sh -c id",
  "unix:///var/run/docker.sock",
  "http://",
  "http://[",
  "http://%00/",
] as const

/** Returns chains that redirect directly to the target, through another host, and endlessly. */
export function redirectChains(): readonly RedirectChain[] {
  return [
    ...TARGETS.map((location, at) => ({
      name: `${STATUSES[at % STATUSES.length]} to ${location}`,
      answer: () => ({ status: STATUSES[at % STATUSES.length] ?? 302, location }),
    })),
    ...TARGETS.map((location, at) => ({
      name: `by way of two more to ${location}`,
      answer: (count: number, self: string) => ({
        status: STATUSES[(at + count) % STATUSES.length] ?? 302,
        location: count % 3 === 2 ? location : `${self}/${count}`,
      }),
    })),
    ...STATUSES.flatMap((status): readonly RedirectChain[] => [
      { name: `${status} to itself`, isEndless: true, answer: (_, self) => ({ status, location: `${self}/` }) },
      { name: `${status} without end`, isEndless: true, answer: (at, self) => ({ status, location: `${self}/${at}` }) },
      { name: `${status} to a relative path`, isEndless: true, answer: () => ({ status, location: "../a/../b" }) },
    ]),
  ]
}
