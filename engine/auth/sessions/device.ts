import { isIP } from "node:net";

/** From where; shown to the owner of the session, never used to let anybody in. */
export type Device = {
  address: string;
  userAgent: string | undefined;
  /** By what the browser is known again, where there is one: what it shows, and how it is given another. */
  mark?: { shown: string | undefined; keep: (mark: string, how: { isSecure: boolean; forSeconds: number }) => void };
};

/** @returns null for what is no address */
export function readAddress({ address }: Pick<Device, "address">): string | null {
  return isIP(address) > 0 ? address : null;
}
