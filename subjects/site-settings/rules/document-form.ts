import type * as z from "zod/mini";

import { type FieldFacts, siteDocumentShape, siteFields } from "#domain/site/site-config.ts";

/**
 * How a part of the document is filled in: one value, named parts, entries in an order, or entries by a key of their
 * own. `most`: entries. `isOptional`: it may be left out.
 */
export type FormPart = { isOptional: boolean } & (
  | { kind: "field"; facts: FieldFacts }
  | { kind: "group"; parts: Readonly<Record<string, FormPart>> }
  | { kind: "list"; each: FormPart; most: number }
  | { kind: "record"; each: FormPart }
);

/** The form of the whole document, made from the shape that reads it. */
export const documentForm: FormPart = without(formOf(siteDocumentShape), ["offers", "conference"]);

/** What is only read, as files of before wrote it, has no field. */
function without(part: FormPart, [name = "", ...rest]: readonly string[]): FormPart {
  if (part.kind !== "group") return part;
  const { [name]: inner, ...parts } = part.parts;
  return { ...part, parts: inner && rest.length > 0 ? { ...part.parts, [name]: without(inner, rest) } : parts };
}

/** @throws Error for a shape that no form knows */
function formOf(shape: z.core.$ZodType, isOptional = false): FormPart {
  const facts = siteFields.get(shape);
  if (facts) return { kind: "field", isOptional, facts };
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
      return formOf(def.innerType, true);
    case "default":
      return formOf(def.innerType, isOptional);
    case "object":
      return { kind: "group", isOptional, parts: mapValues(def.shape, (each) => formOf(each)) };
    case "array":
      return { kind: "list", isOptional, each: formOf(def.element), most: mostOf(def.checks) };
    case "record":
      return { kind: "record", isOptional, each: formOf(def.valueType) };
    default:
      throw new Error(`The form of the site knows no ${def.type}.`);
  }
}

/** Of a list; without a limit, as many as one likes. */
function mostOf(checks: readonly z.core.$ZodCheck[] = []): number {
  const limit = checks.map((check) => (check as z.core.$ZodChecks)._zod.def).find((def) => def.check === "max_length");
  return limit?.maximum ?? Number.POSITIVE_INFINITY;
}

function mapValues<Value, Made>(record: Readonly<Record<string, Value>>, make: (value: Value) => Made) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, make(value)]));
}

/** @param place without numbers, such as « claims.testimonials.text »; undefined comes of a place that there is not */
export function formAt(place: string): FormPart | undefined {
  return place.split(".").reduce<FormPart | undefined>((part, key) => {
    const within = part?.kind === "list" ? part.each : part;
    return within?.kind === "group" ? within.parts[key] : undefined;
  }, documentForm);
}

/** The first value of an added part: its fields empty, its optional parts left out. */
export function blankOf(part: FormPart): unknown {
  switch (part.kind) {
    case "field":
      if (part.facts.kind === "choice") return part.facts.choices[0];
      return part.facts.kind === "flag" ? false : "";
    case "group": {
      const needed = Object.entries(part.parts).filter(([, { isOptional }]) => !isOptional);
      return Object.fromEntries(needed.map(([name, each]) => [name, blankOf(each)]));
    }
    case "list":
      return [];
    case "record":
      return {};
  }
}

/**
 * What to ask `save-site-draft` for, so that `before` becomes `after`: value by value, lists and entries by a key as a
 * whole, and null for an optional part that is gone.
 */
export function setBetween(before: unknown, after: unknown, part = documentForm, path = ""): Record<string, unknown> {
  if (after === undefined && before === undefined) return {};
  if (part.kind === "group" && isGroup(before) && isGroup(after)) {
    const each = Object.entries(part.parts).map(([name, inner]) =>
      setBetween(before[name], after[name], inner, path === "" ? name : `${path}.${name}`),
    );
    return Object.assign({}, ...each) as Record<string, unknown>;
  }
  if (part.kind === "record" && isGroup(after) && (before === undefined || isGroup(before))) {
    const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
    const changed = keys.filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after[key]));
    return Object.fromEntries(changed.map((key) => [`${path}.${key}`, after[key] ?? null]));
  }
  return JSON.stringify(before) === JSON.stringify(after) ? {} : { [path]: after ?? null };
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** « 119,40 » of 11940 cents, « 1000 » of a number; what is no number stays as it was typed. */
export function writeNumber(value: unknown, isEuros: boolean): string {
  if (typeof value !== "number") return typeof value === "string" ? value : "";
  const text = isEuros ? (value / 100).toFixed(2).replace(/\.00$/, "") : String(value);
  return text.replace(".", ",");
}

/**
 * @param text as it was typed
 * @returns a number, of euros in cents; undefined for no text; the text itself where it is no number, so that the
 *   document is refused at this place
 */
export function readNumber(text: string, isEuros: boolean): number | string | undefined {
  const digits = text.replaceAll(/[\s€]/g, "").replace(",", ".");
  if (digits === "") return undefined;
  if (!/^\d+(\.\d+)?$/.test(digits)) return text;
  if (!isEuros) return Number(digits);
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Math.round(Number(digits) * 100) : text;
}
