import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import type { Conference } from "#domain/site/site-config.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import type { Attendance, ConferenceFigures } from "#subjects/conferences/contract/conferences.ts";
import type { Tx } from "#engine/db/database.ts";

/**
 * Says which conference a submission is about, in the transaction that stored it.
 *
 * What was noted first stays: the same form sent again after the next conference was announced asks for none of it.
 */
export async function noteConference(tx: Tx, reference: string, heldOn: CivilDate): Promise<void> {
  await tx.query(
    "update private.submissions set conference_on = $2 where idempotency_key = $1 and conference_on is null",
    [reference, heldOn],
  );
}

/** The announced edition first, even without registrations, then the others, latest first; those of before too. */
export async function readConferences(
  tx: Tx,
  editions: readonly Conference[],
  today: CivilDate,
): Promise<ConferenceFigures[]> {
  const { rows } = await tx.query<Counts>(
    "select held_on::text as held_on, registered, waiting, paid from private.conference_counts()",
  );
  const announced = editionOn(editions, today);
  const unknown = rows.filter(({ held_on }) => !editions.some(({ heldOn }) => heldOn === held_on));
  const others = [
    ...editions.filter((each) => each !== announced).map((each) => figuresOf(each, rows, today)),
    ...unknown.map(({ held_on, ...counts }) => ({
      heldOn: held_on,
      ...counts,
      phase: null,
      registrationUntil: null,
      seats: null,
    })),
  ].sort((one, other) => ((one.heldOn ?? "") > (other.heldOn ?? "") ? -1 : 1));
  return announced ? [figuresOf(announced, rows, today), ...others] : others;
}

function figuresOf(edition: Conference, rows: readonly Counts[], today: CivilDate): ConferenceFigures {
  const { heldOn, registrationUntil, seats = null } = edition;
  const { registered, waiting, paid } = rows.find(({ held_on }) => held_on === heldOn) ?? noCounts;
  return { heldOn, registered, waiting, paid, phase: conferencePhase(edition, today), registrationUntil, seats };
}

const noCounts = { registered: 0, waiting: 0, paid: 0 };

/** Who has a place, by name as a French list is sorted: who waits has none. */
export async function listAttendance(tx: Tx, heldOn: CivilDate | null): Promise<Attendance> {
  const { rows } = await tx.query<Attendance[number]>(
    `select line.lead_id, line.last_name, line.first_name, line.company_name
     from private.conference_lines($1, false, null, null, null, null) as line`,
    [heldOn],
  );
  const nameOf = ({ last_name, first_name }: Attendance[number]) => `${last_name ?? ""} ${first_name ?? ""}`;
  return rows.sort((one, other) => byName.compare(nameOf(one), nameOf(other)));
}

const byName = new Intl.Collator("fr-FR");

type Counts = { held_on: CivilDate | null; registered: number; waiting: number; paid: number };
