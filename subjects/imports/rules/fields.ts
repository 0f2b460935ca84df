import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import { type ListedQuestion, listedQuestions, questionKeys, questionOf } from "#subjects/funnel/rules/questions.ts";

/** What a column may hold whatever the lead asked for. The first six are columns of a lead. */
const commonFields = [
  "email",
  "phone",
  "first_name",
  "last_name",
  "company_name",
  "business_type",
  "note",
  "owner",
  "callback_at",
  "consent_on",
  "consent_source",
  "consent_text",
] as const;
export type CommonField = (typeof commonFields)[number];
export type ImportField = CommonField | ListedQuestion;

/** Every field of every form. */
export const importFields: readonly [CommonField, ...ImportField[]] = [
  ...commonFields,
  ...questionKeys.filter((key): key is ListedQuestion => !questionOf(key).isContact && !questionOf(key).partOf),
];

/** Of leads of this form: its questions come last. */
export function fieldsOf(origin: FunnelOrigin): ImportField[] {
  return [...commonFields, ...listedQuestions(origin)];
}

export function isAnswer(field: ImportField): field is ListedQuestion {
  return !(commonFields as readonly string[]).includes(field);
}

/** Which column of the file holds a field; none where it has no such column. */
export type Columns = Partial<Record<ImportField, number>>;

/** Headers without accents, signs and capitals, as French and English files have them. */
const headers: Record<CommonField, RegExp> = {
  email: /^(adresse )?(e ?mail|courriel|mail)( address| pro| professionnel)?$|^adresse (electronique|de messagerie)$/,
  phone: /^(numero de )?(tel|telephone|portable|mobile|gsm)( portable| mobile| fixe| pro)?$|^(phone|mobile)( number)?$/,
  first_name: /^prenom$|^(first|given) ?name$/,
  last_name: /^nom( de famille)?$|^(last|family) ?name$|^surname$/,
  company_name:
    /^(nom )?(de l )?(entreprise|societe|raison sociale|etablissement|organi[sz]ation|commercial)$|^company( name)?$/,
  business_type: /^(activite|metier|secteur|profession)( entreprise| d activite)?$|^(industry|business( type)?|trade)$/,
  note: /^(notes?|commentaires?|remarques?|observations?|comments?|message)$/,
  owner: /^(proprietaire|vendeur|charge de clientele|suivi par|confie a|attribue a|owner|assign(ed to|ee))$/,
  callback_at: /^(date (de|du) )?rappel(er)?( le)?$|^a rappeler( le)?$|^call ?back( date| on)?$/,
  consent_on: /^(date (du|de l|de) ?(accord|consentement)|consentement le|consent(ed)? (date|on|at))$/,
  consent_source: /^(source (du|de l|de) ?(accord|consentement)|consent source)$/,
  consent_text: /^(texte (du|de l|de) ?(accord|consentement)|accord|consentement|consent( text)?)$/,
};

/** What answers are called, by question. */
export type AnswerNames = Readonly<Record<ListedQuestion, string>>;

/**
 * By their headers; each column holds one field, and each field stands in one column. Answers are called as the desk
 * and its exports call them, or by their column.
 */
export function guessColumns(titles: readonly string[], origin: FunnelOrigin, names: AnswerNames): Columns {
  const columns: Columns = {};
  const fields = fieldsOf(origin);
  for (const [place, title] of titles.entries()) {
    const plain = plainTitle(title);
    const isTitleOf = (field: ImportField) =>
      isAnswer(field)
        ? [names[field], questionOf(field).column].some((name) => plainTitle(name) === plain)
        : headers[field].test(plain);
    const field = fields.find((each) => columns[each] === undefined && isTitleOf(each));
    if (field) columns[field] = place;
  }
  return columns;
}

/** Those of the fields that leads of this form have; a column that held none may hold an answer now. */
export function columnsFor(
  origin: FunnelOrigin,
  chosen: Columns,
  titles: readonly string[],
  names: AnswerNames,
): Columns {
  const kept = fieldsOf(origin).flatMap((field) =>
    chosen[field] === undefined ? [] : [[field, chosen[field]] as const],
  );
  const taken = new Set(kept.map(([, place]) => place));
  const guessed = Object.entries(guessColumns(titles, origin, names)) as [ImportField, number][];
  const added = guessed.filter(([field, place]) => isAnswer(field) && !taken.has(place) && chosen[field] === undefined);
  return Object.fromEntries([...kept, ...added]);
}

function plainTitle(title: string): string {
  return foldAccents(title)
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
}
