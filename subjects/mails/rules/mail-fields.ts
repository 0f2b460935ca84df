import { foldAccents } from "#kit/fold-accents.ts";

/** What the text of a mail may leave to be filled in, by the name that stands between braces, without its accents. */
export const mailFields = ["prenom", "entreprise", "offre", "montant", "lien", "signature"] as const;

export type MailField = (typeof mailFields)[number];

/** What fills a field; one without a value stays as it is. */
export type FieldValues = Partial<Record<MailField, string>>;

/** The mark of the field that is filled in when the mail leaves: what waits in the queue opens no order. */
export const linkMark = "{lien}";

/** With the space before it, which goes with a field that is filled with nothing. */
const marks = / ?\{([^{}\n]*)\}/g;

function fieldNamed(name: string): MailField | undefined {
  const folded = foldAccents(name.trim());
  return mailFields.find((field) => field === folded);
}

const namesIn = (text: string) => Array.from(text.matchAll(marks), ([, name = ""]) => name);

/** Whether something stands between braces that is none of the fields. */
export function hasUnknownField(text: string): boolean {
  return namesIn(text).some((name) => fieldNamed(name) === undefined);
}

/** The fields that a text still leaves open. */
export function openFields(text: string): MailField[] {
  return namesIn(text).flatMap((name) => fieldNamed(name) ?? []);
}

/** The text with its fields filled in, once: what a value holds between braces is no field. */
export function fillFields(text: string, values: FieldValues): string {
  return text.replaceAll(marks, (mark, name: string) => {
    const field = fieldNamed(name);
    const value = field && values[field];
    if (value === undefined) return field === "lien" ? mark.replace(/\{.*\}/, linkMark) : mark;
    return value === "" ? "" : mark.replace(/\{.*\}/, () => value.replaceAll(/[{}]/g, ""));
  });
}
