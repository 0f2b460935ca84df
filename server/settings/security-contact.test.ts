import { expect, test } from "vitest";

import siteConfig from "../../site.config.ts";
import { readSecurityContact } from "./security-contact.ts";

const read = (contact: string, email = "bonjour@zeta.example") =>
  readSecurityContact({ ...siteConfig, contact: { ...siteConfig.contact, email }, security: { contact } });

test.each([
  ["", "mailto:bonjour@zeta.example"],
  ["securite@zeta.example", "mailto:securite@zeta.example"],
  ["mailto:securite@zeta.example", "mailto:securite@zeta.example"],
  ["https://zeta.example/failles", "https://zeta.example/failles"],
  ["tel:+33-1-99-00-24-24", "tel:+33-1-99-00-24-24"],
])("With « %s » set, the security contact is %s", (written, address) => {
  expect(read(written)).toEqual({ ok: true, value: address });
});

test("Without any address there is nowhere to write", () => {
  expect(readSecurityContact({ ...siteConfig, contact: { ...siteConfig.contact, email: "" } })).toEqual({
    ok: true,
    value: undefined,
  });
});

test.each(["écrivez-nous", "http://zeta.example/failles", "javascript:alert(1)", "a@b.example\nContact: x@y.example"])(
  "%j is refused by its name",
  (written) => {
    expect(read(written)).toEqual({ ok: false, problem: [expect.stringContaining("security.contact")] });
  },
);
