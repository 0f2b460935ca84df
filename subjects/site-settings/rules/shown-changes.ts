import { changesBetween, type DocumentChange } from "./document-changes.ts";

/**
 * What differs between two documents, as a person reads it: entries that changed in their place value by value
 * (« claims.testimonials.1.town »), entries that came, went or moved as their list.
 */
export function shownChanges(before: unknown, after: unknown): DocumentChange[] {
  return changesBetween(before, after).flatMap((change) => {
    const { before: old, after: next, path } = change;
    if (!isListOfGroups(old) || !isListOfGroups(next) || old.length !== next.length || isMoved(old, next))
      return change;
    return old.flatMap((entry, index) => changesBetween(entry, next[index], `${path}.${index}`));
  });
}

function isListOfGroups(value: unknown): value is object[] {
  return Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);
}

function isMoved(before: readonly object[], after: readonly object[]): boolean {
  const [one, other] = [before, after].map((list) => list.map((each) => JSON.stringify(each)));
  return one?.some((entry, index) => entry !== other?.[index] && other?.includes(entry)) ?? false;
}
