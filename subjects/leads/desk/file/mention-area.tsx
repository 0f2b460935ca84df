import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";

import { TextArea } from "#app/ui/form/field.tsx";
import { type Mentionable, peopleNamed, type Typing, typingAt, writeMention } from "#subjects/leads/rules/mentions.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

const copy = fileCopy.note.mention;
/** More are found by a further letter. */
const mostOffered = 6;

type Props = {
  name: string;
  label: string;
  hint: string;
  problem: string | undefined;
  maxLength: number;
  people: readonly Mentionable[];
  value: string;
  onChange: (text: string) => void;
};

/** A text in which an @ offers colleagues: arrows choose one, Enter or Tab writes it, Escape leaves what was typed. */
export function MentionArea({ people, value, onChange, ...field }: Props) {
  const [typing, setTyping] = useState<Typing>();
  const [highlighted, setHighlighted] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const caret = useRef<number>(undefined);
  const listId = useId();

  const offered = typing ? peopleNamed(people, typing.typed).slice(0, mostOffered) : [];
  const isOpen = offered.length > 0;
  const chosen = offered[Math.min(highlighted, offered.length - 1)];

  // Synchronises with the cursor of the browser, which goes behind the name that was written.
  useEffect(() => {
    if (caret.current === undefined) return;
    box.current?.querySelector("textarea")?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [value]);

  function lookAt({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = currentTarget;
    const now = selectionStart === selectionEnd ? typingAt(currentTarget.value, selectionStart) : undefined;
    if (now?.from === typing?.from && now?.typed === typing?.typed) return;
    setTyping(now);
    setHighlighted(0);
  }

  function choose(person: Mentionable) {
    if (!typing) return;
    const written = writeMention(value, typing, person.name);
    caret.current = written.caret;
    setTyping(undefined);
    onChange(written.text);
  }

  function pressKey(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (!isOpen || !chosen || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isChoice =
      (event.key === "Enter" || event.key === "Tab") && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (step !== undefined) setHighlighted((highlighted + step + offered.length) % offered.length);
    else if (isChoice) choose(chosen);
    else if (event.key === "Escape") setTyping(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const idOf = ({ userId }: Mentionable) => `${listId}-${userId}`;
  return (
    <div ref={box}>
      <TextArea
        {...field}
        rows={4}
        value={value}
        onChange={onChange}
        onSelect={lookAt}
        onKeyDown={pressKey}
        onBlur={() => setTyping(undefined)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && chosen ? idOf(chosen) : undefined}
      >
        {isOpen && (
          <div id={listId} role="listbox" aria-label={copy.label} className="mention-list">
            {offered.map((person) => (
              <button
                key={person.userId}
                id={idOf(person)}
                type="button"
                role="option"
                tabIndex={-1}
                aria-selected={person === chosen}
                className="text-small mention-option"
                // The text keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                {person.name}
              </button>
            ))}
          </div>
        )}
      </TextArea>
      <p role="status" className="visually-hidden">
        {isOpen && copy.offered(offered.length)}
      </p>
    </div>
  );
}
