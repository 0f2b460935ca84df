import type { ComponentProps, ReactNode } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { orderLengths } from "#domain/order-fields.ts";

// The browser keeps what is typed and checks it: these fields have no state, so nothing typed before the form comes
// alive is lost.

type Common = {
  name: string;
  label: string;
  /** Beside the label, such as « (optionnel) ». */
  note?: string | undefined;
  hint?: string | undefined;
  isWide?: boolean;
  /** Under the control: a reminder, a box. */
  below?: ReactNode;
};

type LineProps = Pick<ComponentProps<"input">, "type" | "autoComplete" | "required">;

export function LineField({ name, type = "text", autoComplete, required, ...frame }: Common & LineProps) {
  return (
    <Frame name={name} {...frame}>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={required}
        maxLength={orderLengths.line}
        aria-describedby={hintId(name, frame.hint)}
      />
    </Frame>
  );
}

export function AreaField({ name, rows, ...frame }: Common & { rows: number }) {
  return (
    <Frame name={name} {...frame}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={orderLengths.area}
        aria-describedby={hintId(name, frame.hint)}
      />
    </Frame>
  );
}

type ChoiceProps = { options: Record<string, string>; placeholder: string };

/** The browser's own list; nothing is chosen beforehand. */
export function ChoiceField({ name, options, placeholder, ...frame }: Common & ChoiceProps) {
  return (
    <Frame name={name} {...frame}>
      <span className="select">
        <select id={name} name={name} defaultValue="" required aria-describedby={hintId(name, frame.hint)}>
          <option value="">{placeholder}</option>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </Frame>
  );
}

/** The whole line is the target. Never ticked beforehand. */
export function Box({ name, required, children }: { name: string; required?: boolean; children: ReactNode }) {
  return (
    <label className="checkbox">
      <input id={name} name={name} type="checkbox" required={required} />
      <span>{children}</span>
    </label>
  );
}

/** Out of sight and out of the way of keyboards and screen readers: what fills it is a program. */
export function TrapField({ label }: { label: string }) {
  return (
    <div className="order-trap" aria-hidden="true">
      <label htmlFor="website">{label}</label>
      <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  );
}

function Frame({ name, label, note, hint, isWide, below, children }: Common & { children: ReactNode }) {
  return (
    <div className={isWide ? "field field-wide" : "field"}>
      <label htmlFor={name}>
        {label} {note !== undefined && <small>{note}</small>}
      </label>
      {hint !== undefined && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      {below}
    </div>
  );
}

function hintId(name: string, hint: string | undefined): string | undefined {
  return hint === undefined ? undefined : `${name}-hint`;
}
