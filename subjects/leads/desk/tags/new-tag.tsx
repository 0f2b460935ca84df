import { useId, useState } from "react";

import { useTags } from "#subjects/leads/desk/rows/use-tags.ts";
import { Row } from "#app/ui/layout.tsx";
import { tagMaxLength, tagName } from "#subjects/leads/rules/tags.ts";
import { tagCopy as copy } from "#subjects/leads/words/tags.ts";

type Props = { taken: readonly string[]; onAdd: (name: string) => void };

/** One that there is, as it is typed, or another. @param taken not to be proposed */
export function NewTag({ taken, onAdd }: Props) {
  const { data: tags = [] } = useTags();
  const [typed, setTyped] = useState("");
  const list = useId();
  const name = typed.trim();

  return (
    <Row
      as="form"
      gap={8}
      align="center"
      onSubmit={(event) => {
        event.preventDefault();
        if (!tagName.test(name)) return;
        onAdd(name);
        setTyped("");
      }}
    >
      <input
        className="control file-control text-body"
        aria-label={copy.new}
        list={list}
        maxLength={tagMaxLength}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {tags
          .filter((tag) => !taken.includes(tag.name))
          .map((tag) => (
            <option key={tag.id}>{tag.name}</option>
          ))}
      </datalist>
      <button type="submit" className="text-small quiet-action" disabled={!tagName.test(name)}>
        {copy.add}
      </button>
    </Row>
  );
}
