import type { FindingRule } from "./finding-rule.ts"

const KIND = "command"
const FETCH =
  "(?:curl|wget|fetch|aria2c|lwp-request|invoke-webrequest|invoke-restmethod|iwr|irm|(?:new-object (?:system\\.)?net\\.webclient\\)?\\.download\\w{1,40}))"
const RUN =
  "(?:sudo (?:-\\w{1,40} ){0,6})?(?:env (?:\\w{1,40}=\\S{1,80} ){0,6})?(?:/(?:usr/)?(?:local/)?bin/(?:env )?)?(?:ba|z|da|k|fi|c|tc)?sh\\b|(?:sudo )?(?:python\\d?(?:\\.\\d{1,40})?|perl|ruby|node|php|deno|bun|osascript|pwsh|powershell|iex|invoke-expression|source)\\b"
/** An IP address in a URL or after a space, outside the local machine and private networks. */
const RAW_IP =
  "(?:(?:https?|ftp)://|(?<=\\s))(?:[^/\\s@'\"]{1,40}@)?(?!127\\.|10\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|0\\.0\\.0\\.0)(?:\\d{1,3}(?:\\.\\d{1,3}){3}|0x[0-9a-f]{8}|\\d{9,10}|\\[[0-9a-f:]{6,40}\\])(?::\\d{1,5})?(?=[/\\s'\"`?)]|$)"
/** The same, only in URLs, where a number after a space could be a version. */
const RAW_IP_URL = RAW_IP.replace("|(?<=\\s)", "")
const PASTE =
  "(?:https?://)?(?:www\\.|raw\\.)?(?:pastebin\\.(?:com|pl)|paste\\.(?:ee|rs|sh|gg|debian\\.net)|hastebin\\.com|ghostbin\\.\\w{1,40}|transfer\\.sh|ix\\.io|0x0\\.st|termbin\\.com|dpaste\\.\\w{1,40}|rentry\\.\\w{1,40}|controlc\\.com|privatebin\\.\\w{1,40}|sprunge\\.us|clbin\\.com|file\\.io|anonfiles\\.com|cdn\\.discordapp\\.com|catbox\\.moe|files\\.catbox\\.moe|temp\\.sh|bashupload\\.com|oshi\\.at|gofile\\.io|webhook\\.site|[\\w-]{1,40}\\.(?:ngrok(?:-free)?\\.(?:io|app|dev)|onion|trycloudflare\\.com|serveo\\.net|loca\\.lt))(?=[/\\s'\"`:?)]|$)"
const SHORT =
  "(?:https?://)?(?:bit\\.ly|tinyurl\\.com|t\\.co|is\\.gd|cutt\\.ly|rb\\.gy|shorturl\\.at|ow\\.ly|goo\\.gl|tiny\\.cc)/"

/** What installation guides evaluate in a shell's configuration: the setup of an installed program, such as `$(mise activate bash)`. */
const SHELL_SETUP = "\\s?['\\\\]{0,4}\\$\\(\\s?[\\w~./$-]{1,60}(?: [\\w=-]{1,30}){1,4}\\s?\\)"

/** Expressions for a download from an address that is run at once, in the three forms that shells offer. */
function downloadAndRun(address: string): RegExp[] {
  return [
    new RegExp(
      `\\b${FETCH}\\b[^|;]{0,200}?${address}[^|;]{0,200}\\|\\s?(?:tee \\S{1,80} \\|\\s?)?(?:tr [^|]{1,40}\\|\\s?)?(?:${RUN})`,
    ),
    new RegExp(`(?:${RUN})[^|;]{0,40}?(?:<\\(|\\$\\(|\`|\\()\\s?\\(?${FETCH}\\b[^|;)]{0,200}?${address}`),
    new RegExp(`\\beval\\b[^|;]{0,20}(?:\\$\\(|\`)\\s?${FETCH}\\b[^|;)]{0,200}?${address}`),
    new RegExp(
      `\\b${FETCH}\\b[^|;&]{0,200}?${address}[^|;&]{0,200}(?:&&|;)(?:[^;&]{1,80}(?:&&|;)){0,3}\\s?(?:(?:sudo )?(?:chmod \\S{1,80} [^;&]{1,80}(?:&&|;)\\s?)?(?:\\./|/tmp/|/var/tmp/|/dev/shm/)|${RUN})`,
    ),
  ]
}

/** Commands that damage the machine that runs them. */
export const COMMAND_RULES = [
  {
    name: "runs-download-from-ip",
    kind: KIND,
    points: 80,
    hints: ["http", "ftp://", "curl", "wget"],
    patterns: [
      ...downloadAndRun(RAW_IP),
      new RegExp(`\\b(?:exec|eval)\\s?\\(\\s?[\\w.]{0,60}(?:urlopen|get|fetch|request)\\s?\\(\\s?['"]${RAW_IP}`),
      new RegExp(`\\.(?:get|request)\\s?\\(\\s?['"]${RAW_IP}.{0,160}\\b(?:eval|exec\\w{0,40}|function)\\s?\\(`),
    ],
  },
  {
    name: "runs-download-from-paste",
    kind: KIND,
    points: 80,
    hints: [
      "paste",
      "bin.",
      "transfer.sh",
      "ix.io",
      "0x0.st",
      "rentry",
      "controlc",
      "sprunge",
      "clbin",
      "file.io",
      "anonfiles",
      "discordapp",
      "catbox",
      "temp.sh",
      "bashupload",
      "oshi.at",
      "gofile",
      "webhook.site",
      "ngrok",
      ".onion",
      "trycloudflare",
      "serveo",
      "loca.lt",
    ],
    patterns: downloadAndRun(PASTE),
  },
  {
    name: "runs-download-from-short-link",
    kind: KIND,
    points: 60,
    hints: ["bit.ly", "tinyurl", "t.co/", "is.gd", "cutt.ly", "rb.gy", "shorturl", "ow.ly", "goo.gl", "tiny.cc"],
    patterns: downloadAndRun(SHORT),
  },
  {
    name: "runs-plain-download",
    kind: KIND,
    points: 30,
    hints: ["http://"],
    patterns: downloadAndRun("http://(?!localhost|127\\.|10\\.|192\\.168\\.|0\\.0\\.0\\.0)\\S{1,160}"),
  },
  {
    name: "runs-download-unverified",
    kind: KIND,
    points: 70,
    hints: [
      "curl",
      "insecure",
      "no-check-certificate",
      "reject_unauthorized",
      "skipcertificatecheck",
      "sslverify",
      "strict-ssl",
      "verify=false",
      "servercertificatevalidationcallback",
    ],
    patterns: [
      new RegExp(
        `\\bcurl\\b(?= )[^|;]{0,160}? (?:-[a-z]{0,40}k[a-z]{0,40}|--insecure)(?= )[^|;]{0,200}\\|\\s?(?:${RUN})`,
      ),
      new RegExp(`\\bcurl\\b[^|;]{0,200}(?: --insecure| -[a-z]{0,40}k[a-z]{0,40})\\s?\\|\\s?(?:${RUN})`),
      new RegExp(
        `(?:${RUN})[^|;]{0,30}?(?:<\\(|\\$\\(|\`)\\s?curl\\b[^|;)]{0,120}? (?:-[a-z]{0,40}k[a-z]{0,40}|--insecure)\\b`,
      ),
      new RegExp(
        `\\bwget\\b[^|;]{0,200}--no-check-certificate[^|;]{0,200}(?:\\||&&|;)\\s?(?:chmod \\S{1,80} \\S{1,80} ?(?:&&|;)\\s?)?(?:${RUN}|\\./)`,
      ),
      /\bnode_tls_reject_unauthorized\s?=\s?['"]?0['"]?(?: |;|&&|\n)+(?:\w{1,40} )?(?:npx|npm (?:i|install|exec)|curl|wget|node -e|bash|sh)\b/,
      /(?:strict-ssl(?: |=)false|http\.sslverify(?: |=)false|git_ssl_no_verify=(?:1|true))[^|]{0,120}(?:npm (?:i|install)|npx|git clone|curl|wget|clone)[^|]{0,160}(?:&&|;|\|)\s?(?:cd \S{1,80} ?(?:&&|;)\s?)?(?:\.\/|bash|sh|make|npm|node|python)/,
      /\bservercertificatevalidationcallback\b[^|]{0,200}\b(?:iex|invoke-expression|downloadstring|start-process)\b/,
    ],
  },
  {
    name: "runs-encoded",
    kind: KIND,
    points: 75,
    hints: [
      "base64",
      "atob",
      "-enc",
      "xxd",
      "powershell",
      "pwsh",
      "frombase64",
      "decode64",
      "b64decode",
      "rot13",
      "\\x",
    ],
    patterns: [
      new RegExp(
        `\\bbase64\\b[^|;&]{0,40}(?: -di?| --decode)\\b[^|;&]{0,60}(?:\\|\\s?(?:gunzip|gzip -d\\w{0,40}|zcat|xz -d|rev|tr [^|]{1,30})\\s?)?\\|\\s?(?:${RUN})`,
      ),
      new RegExp(
        `(?:${RUN}|\\beval)[^|;]{0,30}?(?:<\\(|\\$\\(|\`|<<<)[^;]{0,400}\\bbase64\\b[^;]{0,20}(?: -d| --decode)\\b`,
      ),
      /\b(?:exec|eval|compile|system|popen)\s?\(?\s?(?:__import__\(['"]\w{1,40}['"]\)|base64|codecs|bytes|str|zlib\.decompress\s?\(\s?base64|b64decode)[^;\n]{0,60}(?:b64decode|fromhex|rot_?13|decode64|decode)\s?\(/,
      /\b(?:eval|function|settimeout|new function|execsync|exec)\s?\(\s?(?:window\.)?(?:atob\s?\(|buffer\.from\s?\([^)]{1,2000},\s?['"](?:base64|hex)['"])/,
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^;|\n]{0,80} -(?:e|en|enc|enco\w{0,40})\s['"]?[a-z0-9+/=]{20,200}/,
      /\[(?:system\.)?convert\]::frombase64string\s?\([^;]{0,2000}\b(?:iex|invoke-expression|start-process|invoke)\b|\b(?:iex|invoke-expression)\b[^;]{0,120}frombase64string/,
      /\bxxd -r(?: -p|p)?\b[^|;&]{0,40}\|\s?(?:sudo )?(?:ba|z|da)?sh\b/,
      /\beval\b[^;]{0,20}\bdecode_base64\b/,
      /\b(?:eval|exec)\s?\(\s?(?:base64_decode|gzinflate|str_rot13)\s?\(/,
      /\bprintf ['"]?(?:\\x[0-9a-f]{2}){6,40}['"]?\s?\|\s?(?:ba|z|da)?sh\b/,
    ],
  },
  {
    name: "deletes-everything",
    kind: KIND,
    points: 60,
    hints: [
      "rm ",
      "del ",
      "remove-item",
      "rd ",
      "rmdir",
      "format ",
      "rmtree",
      "rmsync",
      "find /",
      "shred",
      "mkfs",
      "dd ",
      ":(){",
    ],
    patterns: [
      /\brm (?:-{1,2}[\w-]{1,40} ){0,6}-\w{0,40}[rf]\w{0,40} (?:-{1,2}[\w-]{1,40} ){0,6}['"]?(?:\/|\/\*|~|~\/\*?|\$home|\$home\/\*?|\$\{home\}\/?\*?|\/(?:home|etc|usr|bin|boot|root|var|users|lib|sys)(?:\/\*?)?)['"]?(?=$|[\s;&|`')"\]])(?! ?\.)/,
      /\brm\b[^;|&]{0,40}--no-preserve-root\b/,
      /\b(?:del|erase)(?: \/[a-z])+ ['"]?c:\\(?:\*|windows|users)?/,
      /\b(?:rd|rmdir)(?: \/[a-z])+ ['"]?c:\\(?:\s|$|\*|windows|users)/,
      /\bremove-item\b[^;|]{0,60}(?:c:\\|\$env:(?:userprofile|systemroot)|~)['"\\*]{0,40}(?:\s|$)[^;|]{0,60}-(?:recurse|force)|\bremove-item\b[^;|]{0,40}-recurse\b[^;|]{0,40}(?:c:\\|\$env:(?:userprofile|systemroot|systemdrive)|~)['"\\*]{0,40}(?:\s|$)/,
      /\b(?:shutil\.rmtree|fs\.(?:rm|rmsync|rmdirsync)|fileutils\.rm_rf)\s?\(\s?(?:['"](?:\/|~|c:\\+)['"]|os\.path\.expanduser\(['"]~['"]\)|(?:os\.)?homedir\(\)|process\.env\.home)\s?[,)]/,
      /\bfind \/ (?:-\w{1,40} \S{1,80} ){0,4}-(?:delete|exec rm)\b/,
      /\bcd \/ ?(?:&&|;) ?(?:sudo )?rm (?:-\w{1,40} ){0,6}-\w{0,40}[rf]\w{0,40} (?:\*|\.\/?\*?)(?=$|[\s;&|`'])/,
      /:\(\)\s?\{\s?:\s?\|\s?:\s?&\s?\}\s?;\s?:/,
      /\b(?:mkfs(?:\.\w{1,40})?|shred)\b[^;|&]{0,40}\/dev\/(?:sd[a-z]|nvme\d|vd[a-z]|hd[a-z]|disk\d)[^;|]{0,60}(?:&&|;)\s?(?:reboot|rm|shutdown)|\bdd if=\/dev\/(?:zero|u?random) of=\/dev\/(?:sd[a-z]|nvme\d\w{0,40}|vd[a-z]|hd[a-z])(?=\s|$)/,
      /\bchmod (?:-\w{1,40} ){0,6}-?r?\w{0,40} ?(?:-r )?777 \/(?=\s|$|[;&|])/,
    ],
  },
  {
    name: "reverse-shell",
    kind: KIND,
    points: 80,
    hints: [
      "/dev/tcp/",
      "/dev/udp/",
      "nc ",
      "ncat",
      "netcat",
      "socat",
      "mkfifo",
      "socket",
      "tcpclient",
      "tcpsocket",
      "fsockopen",
    ],
    patterns: [
      /\b(?:bash|sh|zsh) -i\s?(?:>&?|<>?|&>)\s?\/dev\/(?:tcp|udp)\//,
      /(?:>&?|<>?|exec \d{1,40}<>)\s?\/dev\/(?:tcp|udp)\/[^\s/]{1,80}\/\d{1,5}/,
      /\b(?:nc|ncat|netcat)\b[^;|&]{0,60} -(?:\w{0,40}e|c|-exec|-sh-exec)\s['"]?(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh\b|\b(?:nc|ncat)\b[^;|&]{0,60} -e\s(?:cmd|powershell)/,
      /\bmkfifo \S{1,60}\s?(?:;|&&)[^;]{0,80}\|[^;]{0,40}(?:sh|bash)\b[^;]{0,60}\|\s?(?:nc|ncat|openssl)\b/,
      /\bsocat\b[^;|]{0,120}\bexec:['"]?(?:\/bin\/)?(?:ba)?sh\b/,
      /\bsocket\b.{0,200}\bconnect\s?\(.{0,200}(?:\bdup2\b|\bpty\.spawn\b|subprocess\.(?:call|popen|run)\s?\(\s?\[?['"](?:\/bin\/)?(?:ba)?sh|\/bin\/(?:ba)?sh)/,
      /\bnet\.socket\b.{0,200}\bspawn\s?\(\s?['"](?:\/bin\/)?(?:ba)?sh|\bchild_process\b.{0,200}\bnet\.(?:connect|socket)\b.{0,120}\bpipe\s?\(\s?\w{1,40}\.std(?:in|out)/,
      /\btcpsocket\.(?:new|open)\b.{0,160}(?:`[^`]{1,60}`|\bexec\b|\bsystem\b|\bpopen\b)/,
      /\bfsockopen\s?\(.{0,120}\b(?:exec|shell_exec|proc_open)\s?\(/,
      /\bsockets\.tcpclient\s?\(.{0,300}\b(?:iex|invoke-expression)\b/,
    ],
  },
  {
    name: "package-from-ip",
    kind: KIND,
    points: 65,
    hints: ["http://", "https://"],
    patterns: [
      new RegExp(
        `\\b(?:pip\\d?|uv pip|uv|npm|npx|pnpm|yarn|bun|gem|cargo|go|brew|composer|poetry|pipx|conda)\\b (?:-\\S{1,80} ){0,6}(?:install|add|i|exec|dlx|get|require|run|tool)?[^;|&]{0,160}?${RAW_IP_URL}`,
      ),
    ],
  },
  {
    name: "pushes-to-ip",
    kind: KIND,
    points: 45,
    hints: ["git ", "push", "scp", "rsync"],
    patterns: [
      /\bpush\b[^;|&]{0,60}\b(?:to |git@|ssh:\/\/|https?:\/\/)[^\s]{0,40}?(?!127\.|10\.|192\.168\.)\b\d{1,3}(?:\.\d{1,3}){3}\b/,
    ],
  },
  {
    name: "installs-persistence",
    kind: KIND,
    points: 60,
    hints: [
      "crontab",
      "authorized_keys",
      ".bashrc",
      ".zshrc",
      ".profile",
      "launchagents",
      "schtasks",
      "sudoers",
      "rc.local",
      "githooks",
      ".git/hooks",
    ],
    patterns: [
      new RegExp(
        `\\bcrontab\\b.{0,160}\\b${FETCH}\\b.{0,160}\\||${FETCH}\\b.{0,160}\\|\\s?(?:ba)?sh.{0,60}\\bcrontab\\b`,
      ),
      new RegExp(
        `\\becho\\b[^>]{0,120}\\b(?:${FETCH}|nc|eval(?!${SHELL_SETUP})|base64)\\b[^>]{0,120}>>?\\s?(?:~|\\$home)/\\.(?:bashrc|zshrc|profile|bash_profile)`,
      ),
      /\becho ['"]?(?:ssh-(?:rsa|ed25519)|ecdsa-\S{1,80}) aaaa[^;&]{20,200}>>\s?\S{0,80}authorized_keys/,
      new RegExp(
        `${FETCH}\\b[^;|&]{0,160}(?:>>|-o|--output|-a)\\s?\\S{0,80}authorized_keys|${FETCH}\\b[^;|&]{0,160}\\|\\s?(?:sudo )?tee (?:-a )?\\S{0,80}(?:authorized_keys|sudoers|rc\\.local)`,
      ),
      /\becho\b[^;&]{0,80}\bnopasswd\s?:\s?all\b[^;&]{0,40}(?:>>|tee)[^;&]{0,40}sudoers/,
      /\bschtasks \/create\b[^;]{0,200}\b(?:powershell|iex|downloadstring|bitsadmin)\b/,
    ],
  },
  {
    name: "disables-protection",
    kind: KIND,
    points: 35,
    hints: [
      "setenforce",
      "ufw",
      "mppreference",
      "csrutil",
      "iptables",
      "skip-permissions",
      "yolo",
      "gatekeeper",
      "spctl",
      "auto-approve",
      "autoapprove",
      "amsi",
      "strict-ssl",
      "no-verify",
      "unauthorized",
      "verify=false",
      "--no-sandbox",
      "trusted-host",
    ],
    patterns: [
      /\bset-mppreference\b[^;|]{0,80}-disable\w{1,40} (?:\$?true|1)/,
      /\b(?:csrutil disable|spctl --master-disable|setenforce 0|ufw disable|iptables -f)\b/,
      /--dangerously-skip-permissions\b|--dangerously-bypass-approvals\S{0,80}|--yolo\b|\bautoapprove['"]?\s?[:=]\s?['"]?(?:true|all|\*)/,
      /\bamsi(?:initfailed|utils)\b/,
      /\bnode_tls_reject_unauthorized\s?=\s?['"]?0|\bpythonhttpsverify\s?=\s?0|\bnpm config set strict-ssl false|\bgit config --global http\.sslverify false/,
      /\bpip\d? install\b[^;|&]{0,120}--trusted-host [^;|&]{0,120}(?:--index-url|-i) http:\/\//,
    ],
  },
  {
    name: "redirects-git",
    kind: "command",
    points: 50,
    hints: ["insteadof"],
    patterns: [
      /\burl\.'?https?:\/\/(?!(?:[^/'@ ]{1,80}@)?(?:github\.com|gitlab\.com|bitbucket\.org|\$|<|\{))[^' ]{1,80}'?\.insteadof '?(?:https:\/\/|git@)(?:github\.com|gitlab\.com|bitbucket\.org)/,
    ],
  },
  {
    name: "moves-home-away",
    kind: "command",
    points: 60,
    hints: ["/dev/null"],
    patterns: [/\bmv (?:-\w{1,5} )?(?:~|\$home|\/)(?:\/\*|\/)? \/dev\/null/],
  },
] as const satisfies readonly FindingRule[]
