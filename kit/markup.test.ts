import { expect, test } from "vitest";

import { markup, raw } from "./markup.ts";

test("Values are escaped in texts and attributes, what was written or marked before is not", () => {
  const names = [`<b>`, `"it's" & co`].map((name) => markup`<li title="${name}">${name}</li>`);

  expect(String(markup`<ul>${names}</ul>${raw("<hr>")}${2}`)).toBe(
    `<ul><li title="&lt;b&gt;">&lt;b&gt;</li>` +
      `<li title="&quot;it&#39;s&quot; &amp; co">&quot;it&#39;s&quot; &amp; co</li></ul><hr>2`,
  );
});

test("A value that is still to come is refused", () => {
  expect(() => markup`<p>${Promise.resolve("later")}</p>`).toThrow("promise");
});
