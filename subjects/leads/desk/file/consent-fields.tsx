import { Field, TextArea } from "#app/ui/form/field.tsx";
import type { TypedForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import type { CivilDate } from "#kit/civil-date.ts";

const copy = fileCopy.consent;

type Props = { prefix: string; today: CivilDate };

/** Of an agreement that was not given in a form: when, where and in which words. */
export function ConsentFields({ prefix, today }: Props) {
  return (
    <Stack gap={16}>
      <Field name={`${prefix}accord-date`} label={copy.day} type="date" defaultValue={today} />
      <Field name={`${prefix}accord-source`} label={copy.source} hint={copy.sourceHint} maxLength={200} />
      <TextArea name={`${prefix}accord-texte`} label={copy.text} hint={copy.textHint} rows={2} maxLength={1000} />
    </Stack>
  );
}

/** @returns undefined when one of the three is missing: then it is no proof */
export function readTypedConsent(typed: TypedForm, prefix: string) {
  const of = (name: string) => (typed[`${prefix}accord-${name}`] ?? "").trim();
  const noted = { given_on: of("date"), source: of("source"), text: of("texte") };
  return Object.values(noted).includes("") ? undefined : noted;
}
