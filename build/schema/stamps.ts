import { existsSync, readdirSync } from "node:fs";

const folders = ["supabase/migrations", "supabase/upgrade", "engine/bootstrap/migrations", "engine/bootstrap/upgrade"];

/** For a new migration: the clock's, and later than the newest one's, since some are stamped with days to come. */
export function nextStamp(now = new Date()): string {
  const known = folders.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
  const newest =
    known
      .flatMap((name) => /^\d{14}(?=_)/.exec(name) ?? [])
      .toSorted()
      .at(-1) ?? "";
  const ofClock = stampOf(now);
  return newest < ofClock ? ofClock : stampOf(new Date(instantOf(newest).getTime() + 1000));
}

function stampOf(instant: Date): string {
  return instant.toISOString().replaceAll(/\D/g, "").slice(0, 14);
}

function instantOf(stamp: string): Date {
  return new Date(stamp.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6Z"));
}
