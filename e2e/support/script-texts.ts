import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const list = fileURLToPath(import.meta.resolve("big-list-of-naughty-strings/blns.json"));

/** What a page may be broken out of before markup begins. */
const openings = [
  "",
  '">',
  "'>",
  "`>",
  "</script>",
  "</style>",
  "</textarea>",
  "</title>",
  "</template>",
  "<!--",
  "-->",
];
const elements = [
  "img src=x",
  "svg",
  "math",
  "iframe src=x",
  "object data=x",
  "embed src=x",
  "video src=x",
  "audio src=x",
  "input autofocus",
  "select autofocus",
  "textarea autofocus",
  "details open",
  "marquee",
  "body",
  "form",
];
const handlers = [
  "onerror",
  "onload",
  "onfocus",
  "ontoggle",
  "onstart",
  "onmouseover",
  "onpointerenter",
  "onanimationstart",
  "onbegin",
  "onclick",
  "ONERROR",
  "on\terror",
  "onloadstart",
];
const whole = [
  "<script>canary()</script>",
  "<script src=//127.0.0.1:9/x.js></script>",
  "<svg><script>canary()</script></svg>",
  "<svg><animate onbegin=canary() attributeName=x dur=1s>",
  "<a href=javascript:canary()>x</a>",
  "javascript:canary()",
  "JaVaScRiPt:canary()",
  "java\tscript:canary()",
  "data:text/html,<script>canary()</script>",
  "vbscript:canary()",
  "<iframe srcdoc='<script>parent.canary()</script>'></iframe>",
  "<meta http-equiv=refresh content='0;url=javascript:canary()'>",
  "<base href=//127.0.0.1:9/>",
  "<link rel=stylesheet href=//127.0.0.1:9/x.css>",
  "<style>*{background:url(//127.0.0.1:9/x)}</style>",
  "{{constructor.constructor('canary()')()}}",
  "${canary()}",
  "#{canary()}",
  "<%= canary() %>",
  "__proto__",
  "constructor",
  "&lt;img src=x onerror=canary()&gt;",
  "&#60;img src=x onerror=canary()&#62;",
  "\\u003cimg src=x onerror=canary()\\u003e",
  "%3Cimg%20src=x%20onerror=canary()%3E",
];

/**
 * Texts that would call `canary()` where they are read as markup, and the package's naughty strings.
 *
 * @returns each once, as long as a form takes; none that a form cannot store
 */
export function scriptTexts(): string[] {
  const made = openings.flatMap((opening) =>
    elements.flatMap((element) => handlers.map((handler) => `${opening}<${element} ${handler}=canary()>`)),
  );
  const listed = JSON.parse(readFileSync(list, "utf8")) as string[];
  const isStorable = (text: string) => text.trim() !== "" && !text.includes("\0") && text.isWellFormed();
  return [...new Set([...whole, ...listed, ...made])].filter((text) => isStorable(text) && text.length <= 300);
}
