import { foldAccents } from "#kit/fold-accents.ts";

/** What a column may hold. The first six are columns of a lead. */
export const importFields = [
  "email",
  "phone",
  "first_name",
  "last_name",
  "company_name",
  "business_type",
  "note",
  "callback_at",
  "consent_on",
  "consent_source",
  "consent_text",
] as const;
export type ImportField = (typeof importFields)[number];

/** Which column of the file holds a field; none where it has no such column. */
export type Columns = Partial<Record<ImportField, number>>;

/** Headers without accents, signs and capitals, as French and English files have them. */
const headers: Record<ImportField, RegExp> = {
  email: /^(adresse )?(e ?mail|courriel|mail)( address| pro| professionnel)?$|^adresse (electronique|de messagerie)$/,
  phone: /^(numero de )?(tel|telephone|portable|mobile|gsm)( portable| mobile| fixe| pro)?$|^(phone|mobile)( number)?$/,
  first_name: /^prenom$|^(first|given) ?name$/,
  last_name: /^nom( de famille)?$|^(last|family) ?name$|^surname$/,
  company_name:
    /^(nom )?(de l )?(entreprise|societe|raison sociale|etablissement|organi[sz]ation|commercial)$|^company( name)?$/,
  business_type: /^(activite|metier|secteur|profession)( entreprise| d activite)?$|^(industry|business( type)?|trade)$/,
  note: /^(notes?|commentaires?|remarques?|observations?|comments?|message)$/,
  callback_at: /^(date (de|du) )?rappel(er)?( le)?$|^a rappeler( le)?$|^call ?back( date| on)?$/,
  consent_on: /^(date (du|de l|de) ?(accord|consentement)|consentement le|consent(ed)? (date|on|at))$/,
  consent_source: /^(source (du|de l|de) ?(accord|consentement)|consent source)$/,
  consent_text: /^(texte (du|de l|de) ?(accord|consentement)|accord|consentement|consent( text)?)$/,
};

/** By their headers; each column holds one field, and each field stands in one column. */
export function guessColumns(titles: readonly string[]): Columns {
  const columns: Columns = {};
  for (const [place, title] of titles.entries()) {
    const plain = foldAccents(title)
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
    const field = importFields.find((each) => columns[each] === undefined && headers[each].test(plain));
    if (field) columns[field] = place;
  }
  return columns;
}
