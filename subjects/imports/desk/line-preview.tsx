import { fieldsOf } from "#subjects/imports/rules/fields.ts";
import type { ReadLine } from "#subjects/imports/rules/read-line.ts";
import type { ImportTable } from "#subjects/imports/rules/read-table.ts";
import { adminImport, fieldLabel } from "#subjects/imports/words/admin-import.ts";

import type { Choices } from "./import-file.ts";

const copy = adminImport.preview;
const shownLines = 5;

type Props = { table: ImportTable; read: readonly ReadLine[]; choices: Choices };

/** The first lines, as they would be read: what they hold is text. */
export function LinePreview({ table, read, choices: { origin, columns } }: Props) {
  const fields = fieldsOf(origin).flatMap((field) => {
    const place = columns[field];
    return place === undefined ? [] : [{ field, place }];
  });
  const lines = table.lines.slice(0, shownLines);
  return (
    <section aria-labelledby="apercu-titre">
      <h3 id="apercu-titre" className="text-body strong">
        {copy.title} <small className="text-caption faint">{copy.firstLines(lines.length, table.lines.length)}</small>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by keys too */}
      <div className="import-preview" role="region" tabIndex={0} aria-labelledby="apercu-titre">
        <table className="text-caption import-table">
          <thead>
            <tr>
              <th scope="col">{copy.line}</th>
              {fields.map(({ field }) => (
                <th key={field} scope="col">
                  {fieldLabel(field)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, cells }, row) => (
              <tr key={line}>
                <th scope="row" className="tabular">
                  {line}
                </th>
                {fields.map(({ field, place }) => {
                  const problem = read[row]?.problems.find((each) => each.field === field);
                  return (
                    <td key={field} className="as-typed">
                      {cells[place]}
                      {problem && <small className="color-error block">{adminImport.problems[problem.code]}</small>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
