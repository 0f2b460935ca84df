import { Box, Stack } from "#app/ui/layout.tsx";
import { funnelOrigins } from "#domain/kernel/lead.ts";
import { type Columns, fieldsOf, type ImportField } from "#subjects/imports/rules/fields.ts";
import { adminImport, fieldLabel } from "#subjects/imports/words/admin-import.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";

import { type Choices, choicesFor, readOrigin } from "./import-file.ts";

const copy = adminImport.choices;

type Props = { headers: readonly string[]; choices: Choices; onChoose: (choices: Choices) => void };

/** Which column holds what; a column holds one thing. */
export function ColumnChoices({ headers, choices, onChoose }: Props) {
  function setColumn(field: ImportField, place: string) {
    const others = Object.entries(choices.columns).filter(([name, known]) => name !== field && String(known) !== place);
    const columns: Columns = Object.fromEntries(others);
    onChoose({ ...choices, columns: place === "" ? columns : { ...columns, [field]: Number(place) } });
  }

  return (
    <Box as="fieldset" className="import-choices">
      <legend className="text-body strong">{copy.title}</legend>
      <p className="text-caption quiet">{copy.intro}</p>
      <Stack gap={12} sm={{ columns: 2 }} paddingTop={12}>
        <label className="text-small">
          <span className="block">{copy.source}</span>
          <input
            className="control text-body import-wide"
            required
            maxLength={200}
            value={choices.source}
            aria-describedby="source-aide"
            onChange={(event) => onChoose({ ...choices, source: event.target.value })}
          />
          <small id="source-aide" className="text-caption quiet block">
            {copy.sourceHint}
          </small>
        </label>
        <label className="text-small">
          <span className="block">{copy.origin}</span>
          <select
            className="control file-control text-body"
            value={choices.origin}
            onChange={(event) => onChoose(choicesFor(readOrigin(event.target.value), choices, headers))}
          >
            {funnelOrigins.map((origin) => (
              <option key={origin} value={origin}>
                {originLabels[origin]}
              </option>
            ))}
          </select>
        </label>
        {fieldsOf(choices.origin).map((field) => (
          <label key={field} className="text-small">
            <span className="block">{fieldLabel(field)}</span>
            <select
              className="control file-control text-body"
              value={choices.columns[field] ?? ""}
              onChange={(event) => setColumn(field, event.target.value)}
            >
              <option value="">{copy.none}</option>
              {headers.map((header, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- two columns may have one title
                <option key={place} value={place}>
                  {header || copy.unnamed(place + 1)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </Stack>
      <p className="text-caption quiet">{copy.consentHint}</p>
    </Box>
  );
}
