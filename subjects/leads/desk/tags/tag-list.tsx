import { useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { useTags } from "#subjects/leads/desk/rows/use-tags.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import type { Tag } from "#subjects/leads/contract/lead-reading.ts";
import { tagMaxLength, tagName } from "#subjects/leads/rules/tags.ts";
import { tagCopy as copy } from "#subjects/leads/words/tags.ts";

import { NewTag } from "./new-tag.tsx";
import { useTagListChange } from "./tag-queries.ts";

/** The tags of the team: to add, to rename, to take away. */
export function TagList() {
  const { data: tags = [] } = useTags();
  const { add, rename, remove, problem } = useTagListChange();
  const [isOpen, setIsOpen] = useState(false);

  return (
    <>
      <button type="button" className="text-small quiet-action" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {copy.label}
      </button>
      <DeskDialog title={copy.label} intro={copy.intro} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {tags.length === 0 && <p className="quiet">{copy.none}</p>}
        <Stack as="ul" gap={4}>
          {tags.map((tag) => (
            <TagLine
              key={`${tag.id} ${tag.name}`}
              tag={tag}
              onRename={(name) => rename(tag.id, name)}
              onDelete={() => remove(tag.id)}
            />
          ))}
        </Stack>
        <NewTag taken={tags.map(({ name }) => name)} onAdd={add} />
        <ProblemSentence sentence={problem} />
        <Row justify="end">
          <Button isSmall hasPlug={false} onClick={() => setIsOpen(false)}>
            {copy.close}
          </Button>
        </Row>
      </DeskDialog>
    </>
  );
}

type LineProps = { tag: Tag; onRename: (name: string) => void; onDelete: () => void };

function TagLine({ tag: { name }, onRename, onDelete }: LineProps) {
  const [typed, setTyped] = useState(name);
  const [isSure, setIsSure] = useState(false);
  const isOther = typed.trim() !== name && tagName.test(typed.trim());

  return (
    <Row
      as="li"
      gap={8}
      align="center"
      onKeyDown={(event: { key: string }) => event.key === "Enter" && isOther && onRename(typed.trim())}
    >
      <input
        className="control file-control text-body"
        aria-label={copy.renameOf(name)}
        maxLength={tagMaxLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {isOther && (
        <button type="button" className="text-small quiet-action" onClick={() => onRename(typed.trim())}>
          {copy.rename}
        </button>
      )}
      <button
        type="button"
        className="color-error text-small quiet-action"
        aria-label={isSure ? undefined : copy.deleteOf(name)}
        onClick={() => (isSure ? onDelete() : setIsSure(true))}
      >
        {isSure ? copy.reallyDelete : copy.delete}
      </button>
    </Row>
  );
}
