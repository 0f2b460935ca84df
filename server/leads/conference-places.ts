import type { Conference } from "#domain/contracts/site-config.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { conferencePhase, type ConferencePhase } from "#domain/leads/conference-registration.ts";
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

/** @property heldOn null: of what was sent before anybody noted the day */
export type ConferenceFigures = {
  heldOn: CivilDate | null;
  registered: number;
  waiting: number;
  /** Of those registered. */
  paid: number;
  /** Of the conference that is announced; null of the others. */
  phase: ConferencePhase | null;
  registrationUntil: CivilDate | null;
  /** How many the room has; null when not configured. */
  seats: number | null;
};

/** The announced conference first, even without registrations, then the others, latest first. */
export async function readConferences(
  tx: Tx,
  announced: Conference | undefined,
  today: CivilDate,
): Promise<ConferenceFigures[]> {
  const { rows } = await tx.query<Counts>(
    "select held_on::text as held_on, registered, waiting, paid from private.conference_counts()",
  );
  const others = rows
    .filter(({ held_on }) => held_on !== announced?.heldOn)
    .map(({ held_on, ...counts }) => ({
      heldOn: held_on,
      ...counts,
      phase: null,
      registrationUntil: null,
      seats: null,
    }));
  if (announced === undefined) return others;
  const { heldOn, registrationUntil, seats = null } = announced;
  const own = rows.find(({ held_on }) => held_on === heldOn) ?? { registered: 0, waiting: 0, paid: 0 };
  const { registered, waiting, paid } = own;
  const phase = conferencePhase(announced, today);
  return [{ heldOn, registered, waiting, paid, phase, registrationUntil, seats }, ...others];
}

export type Attendance = {
  lead_id: string;
  last_name: string | null;
  first_name: string | null;
  company_name: string | null;
};

/** Who has a place, by name as a French list is sorted: who waits has none. */
export async function listAttendance(tx: Tx, heldOn: CivilDate | null): Promise<Attendance[]> {
  const { rows } = await tx.query<Attendance>(
    `select line.lead_id, line.last_name, line.first_name, line.company_name
     from private.conference_lines($1, false, null, null, null, null) as line`,
    [heldOn],
  );
  const nameOf = ({ last_name, first_name }: Attendance) => `${last_name ?? ""} ${first_name ?? ""}`;
  return rows.sort((one, other) => byName.compare(nameOf(one), nameOf(other)));
}

const byName = new Intl.Collator("fr-FR");

type Counts = { held_on: CivilDate | null; registered: number; waiting: number; paid: number };
