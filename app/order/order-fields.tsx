import type { ComponentProps, ReactNode } from "react";

import { describedBy, FieldFrame, type FieldTexts } from "#app/ui/form/field-frame.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { orderLengths } from "#domain/order-fields.ts";

// The browser keeps what is typed and checks it: these fields have no state, so nothing typed before the form comes
// alive is lost.

type Common = Omit<FieldTexts, "problem"> & {
  /** Under the control: a reminder, a box. */
  below?: ReactNode;
};

type LineProps = Pick<ComponentProps<"input">, "type" | "autoComplete" | "required">;

export function LineField({ name, type = "text", autoComplete, required, ...frame }: Common & LineProps) {
  return (
    <FieldFrame name={name} {...frame}>
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autoComplete}
        required={required}
        maxLength={orderLengths.line}
        aria-describedby={describedBy(name, frame.hint)}
      />
    </FieldFrame>
  );
}

export function AreaField({ name, rows, ...frame }: Common & { rows: number }) {
  return (
    <FieldFrame name={name} {...frame}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={orderLengths.area}
        aria-describedby={describedBy(name, frame.hint)}
      />
    </FieldFrame>
  );
}

type ChoiceProps = { options: Record<string, string>; placeholder: string };

/** The browser's own list; nothing is chosen beforehand. */
export function ChoiceField({ name, options, placeholder, ...frame }: Common & ChoiceProps) {
  return (
    <FieldFrame name={name} {...frame}>
      <span className="select">
        <select id={name} name={name} defaultValue="" required aria-describedby={describedBy(name, frame.hint)}>
          <option value="">{placeholder}</option>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </FieldFrame>
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
