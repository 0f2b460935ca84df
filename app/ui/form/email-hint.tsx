import { useEffect, useState } from "react";

import { whenNobodyPresses } from "./when-nobody-presses.ts";
import { writeAsTyped } from "./write-as-typed.ts";

type Props = {
  /** The field's name, also its id. */
  field: string;
  /** The address that was probably meant, if it is another. */
  suggest: (email: string) => string | undefined;
  label: (suggestion: string) => string;
  /** What to say of an address that no mail can reach. */
  warn: (email: string) => string | undefined;
};

/**
 * Under an e-mail field once it is left: another spelling, taken by a tap, or a warning that no mail can reach the
 * address. It never refuses the form.
 */
export function EmailHint({ field, suggest, label, warn }: Props) {
  const [suggestion, setSuggestion] = useState<string>();
  const [warning, setWarning] = useState<string>();

  // The native `change` event: it comes when the field is left, not at each key.
  useEffect(() => {
    const input = document.getElementById(field);
    if (!(input instanceof HTMLInputElement)) return undefined;
    const say = (email?: string) => {
      setSuggestion(email ? suggest(email) : undefined);
      setWarning(email ? warn(email) : undefined);
    };
    const look = () => whenNobodyPresses(() => say(input.value));
    const forget = () => say();
    input.addEventListener("change", look);
    input.addEventListener("input", forget);
    return () => {
      input.removeEventListener("change", look);
      input.removeEventListener("input", forget);
    };
  }, [field, suggest, warn]);

  function take() {
    const input = document.getElementById(field);
    if (!(input instanceof HTMLInputElement) || suggestion === undefined) return;
    writeAsTyped(input, suggestion);
    input.focus();
  }

  return (
    <div aria-live="polite">
      {suggestion !== undefined && (
        <button type="button" className="text-small text-link breakable finger-link" onClick={take}>
          {label(suggestion)}
        </button>
      )}
      {warning !== undefined && suggestion === undefined && <p className="text-small">{warning}</p>}
    </div>
  );
}
