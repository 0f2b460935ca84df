import { expect, test } from "vitest";

import siteConfig from "../../site.config.ts";
import { readCompanyRegister } from "./company-register.ts";

const read = (companyRegister: string) => readCompanyRegister({ ...siteConfig, companyRegister });

test.each([
  ["https://recherche-entreprises.api.gouv.fr", "https://recherche-entreprises.api.gouv.fr"],
  [" https://registre.example/v1/ ", "https://registre.example/v1"],
])("%j is asked at %s", (written, address) => {
  expect(read(written)).toEqual({ ok: true, value: address });
});

test("Without an address, companies are looked up nowhere", () => {
  expect(read("")).toEqual({ ok: true, value: undefined });
  expect(readCompanyRegister(siteConfig)).toEqual({ ok: true, value: undefined });
});

test.each([
  "registre.example",
  "http://registre.example",
  "file:///etc/passwd",
  "https://nom:mot@registre.example",
  "https://registre.example/?q=",
  "https://registre.example/#a",
])("%j is refused by its name", (written) => {
  expect(read(written)).toEqual({ ok: false, problem: [expect.stringContaining("companyRegister")] });
});
