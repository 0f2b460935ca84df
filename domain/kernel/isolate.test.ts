import { expect, test } from "vitest";

import { isolate } from "./isolate.ts";

test.each([
  ["نور مرحبا", "\u2068نور مرحبا\u2069"],
  ["Atelier שלום", "\u2068Atelier שלום\u2069"],
  ["Hélène Ravel", "Hélène Ravel"],
  ["06 39 98 12 34", "06 39 98 12 34"],
  ["", ""],
  ["Rabbit\u202e SARL", "Rabbit SARL"],
  ["\u2067Atelier שלום\u2069\u2069", "\u2068Atelier שלום\u2069"],
  ["\u202dZoé\u202c", "Zoé"],
  ["👩🏽‍⚖️ می‌خواهم", "\u2068👩🏽‍⚖️ می‌خواهم\u2069"],
])("« %s »", (text, isolated) => expect(isolate(text)).toBe(isolated));
