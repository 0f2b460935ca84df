import { describe, expect, test } from "vitest";

import { addressOf, type Payer, type PayerDifference, payerDifferences, readPayer, sirenOf } from "./payer.ts";

const address = {
  line1: "12 rue du Port",
  line2: null,
  postal_code: "29200",
  city: "Brest",
  state: null,
  country: "FR",
};
const kerbrat = { name: "Menuiserie Kerbrat", address, tax_ids: [{ type: "eu_vat", value: "FR39732829320" }] };
const order = {
  firstName: "Hélène",
  lastName: "Kerbrat",
  companyName: "Kerbrat et filles",
  companyLegalName: "MENUISERIE KERBRAT",
  companySiren: "732829320",
  companyAddress: "12 RUE DU PORT 29200 BREST",
};

test.each([undefined, null, 7, "x", [], {}, { name: "", address: {}, tax_ids: [] }, { name: 7, tax_ids: "x" }])(
  "%j is no payer",
  (value) => expect(readPayer(value)).toBeUndefined(),
);

test("An address stands on one line, its country only where it is abroad", () => {
  expect(addressOf(kerbrat)).toBe("12 rue du Port, 29200 Brest");
  expect(addressOf({ ...kerbrat, address: { ...address, line2: "Bât. B", country: "BE" } })).toBe(
    "12 rue du Port, Bât. B, 29200 Brest, BE",
  );
  expect(addressOf({ ...kerbrat, address: null })).toBe("");
});

test.each([
  ["FR39732829320", "732829320"],
  ["fr 39 732 829 320", "732829320"],
  ["732 829 320", "732829320"],
  ["73282932000074", "732829320"],
  ["DE123456789", undefined],
  ["FR39732829321", undefined],
  ["", undefined],
])("The SIREN of %j is %j", (value, siren) => {
  expect(sirenOf({ ...kerbrat, tax_ids: [{ type: "eu_vat", value }] })).toBe(siren);
});

describe("A payer", () => {
  test.each([
    ["that is the company of the register", {}],
    ["under the name of the order", { name: "Kerbrat & Filles" }],
    ["with its legal form", { name: "Menuiserie Kerbrat SARL" }],
    ["that is the person", { name: "KERBRAT Hélène" }],
    ["that told nothing", { name: null, address: null, tax_ids: [] }],
    ["without a number", { tax_ids: [] }],
  ])("%s differs in nothing", (_, changes) => expect(payerDifferences({ ...kerbrat, ...changes }, order)).toEqual([]));

  test.each([
    ["name", { name: "Cabinet Delmas" }],
    ["siren", { tax_ids: [{ type: "eu_vat", value: "FR83404833048" }] }],
    ["address", { address: { ...address, postal_code: "75010" } }],
  ] satisfies [PayerDifference, Partial<Payer>][])("with another %s is told from the order", (difference, changes) => {
    expect(payerDifferences({ ...kerbrat, ...changes }, order)).toEqual([difference]);
  });

  test("of an order that names no company is compared with what the order says", () => {
    const nameless = {
      ...order,
      companyLegalName: null,
      companySiren: null,
      companyAddress: null,
      companyName: "Kerbrat",
    };
    expect(payerDifferences(kerbrat, nameless)).toEqual([]);
    const nothing = { ...nameless, firstName: null, lastName: null, companyName: null };
    expect(payerDifferences(kerbrat, nothing)).toEqual([]);
  });
});
