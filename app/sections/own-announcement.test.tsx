import { describe, expect, test } from "vitest";

import { renderPage } from "#app/render/render-page.tsx";
import { civilDate } from "#kit/civil-date.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

const announcement = {
  text: "Fermé <b>demain</b>",
  link: "/blog",
  from: civilDate("2025-10-14"),
  to: civilDate("2025-10-16"),
};
const pageOn = (path: string, day: string, site: object = { announcement }) =>
  renderPage(path, { site: { ...siteForTests, ...site }, today: civilDate(day), assets: assetsForTests });

describe("What the owner announces", () => {
  test.each(["/", "/secretariat", "/blog", "/closing"])("stands above the header of %s, as text, once", (path) => {
    const html = pageOn(path, "2025-10-15");
    expect(html.split("Fermé &lt;b&gt;demain&lt;/b&gt;")).toHaveLength(2);
    expect(html.indexOf("Fermé")).toBeLessThan(html.indexOf("<header"));
    expect(html).not.toContain("Offre en cours");
  });

  test("is said on its days alone, and leaves the promotion's line in its place", () => {
    for (const day of ["2025-10-13", "2025-10-17"]) {
      expect(pageOn("/", day)).toBe(pageOn("/", day, {}));
      expect(pageOn("/", day)).toContain("Offre en cours");
    }
  });
});
