import { useEffect } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import type { Attendance } from "#subjects/conferences/contract/conferences.ts";
import { adminConferences } from "#subjects/conferences/words/admin-conferences.ts";

import type { useAttendance } from "./conference-queries.ts";

const copy = adminConferences.sheet;

type ActionProps = { attendance: ReturnType<typeof useAttendance> };

export function PrintSheet({ attendance: { prepare, isBusy, hasFailed } }: ActionProps) {
  return (
    <>
      <ProblemSentence sentence={hasFailed ? copy.failed : undefined} />
      <button type="button" className="text-small quiet-action" aria-disabled={isBusy || undefined} onClick={prepare}>
        {isBusy ? copy.busy : copy.open}
      </button>
    </>
  );
}

type SheetProps = { title: string; people: Attendance };

/** Goes to the printer as soon as it is there: on screen it is not seen. */
export function AttendanceSheet({ title, people }: SheetProps) {
  // Synchronises with the printer: each sheet that was asked for is printed once.
  useEffect(() => window.print(), [people]);

  const { columns } = copy;
  return (
    <section className="attendance-sheet" aria-label={copy.title}>
      <h2 className="text-heading">{title}</h2>
      <p className="quiet">
        {copy.title}, {copy.count(people.length)}
      </p>
      {people.length === 0 ? (
        <p>{copy.nobody}</p>
      ) : (
        <table>
          <thead>
            <tr>
              {Object.values(columns).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ lead_id, last_name, first_name, company_name }, place) => (
              <tr key={lead_id}>
                <td>{place + 1}</td>
                <td>{last_name}</td>
                <td>{first_name}</td>
                <td>{company_name}</td>
                <td aria-label={columns.signature} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
