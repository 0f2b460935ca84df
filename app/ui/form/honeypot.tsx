import type { Ref } from "react";

/** Its name in the form, which what fills in forms for people does not know; the server hears it as `website`. */
export const honeypotName = "suite";

type Props = { label: string; ref?: Ref<HTMLInputElement> };

/** Out of sight and out of the way of keyboards and screen readers: what fills it is a program. */
export function Honeypot({ label, ref }: Props) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label htmlFor={honeypotName}>{label}</label>
      <input id={honeypotName} ref={ref} name={honeypotName} type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}
