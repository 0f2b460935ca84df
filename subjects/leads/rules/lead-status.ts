import { closedStatuses, type LeadStatus } from "#domain/kernel/lead.ts";

export function isClosed({ status }: { status: LeadStatus | null }): boolean {
  return closedStatuses.some((closed) => closed === status);
}
