import { type ReactNode, useId, useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { asObject } from "#kit/as-object.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import { blankOf, type FormPart } from "#subjects/site-settings/rules/document-form.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { siteFieldWords, siteParts } from "#subjects/site-settings/words/site-fields.ts";
import { siteChoices, siteEntries, siteGroups } from "#subjects/site-settings/words/site-sections.ts";

import { type Placed, ValueField } from "./value-field.tsx";

const copy = adminSite.form;

type PartOf<Kind extends FormPart["kind"]> = Placed & { part: Extract<FormPart, { kind: Kind }> };

/** The form of a part of the document, whatever its kind. */
export function DocumentPart({ part, ...placed }: Placed & { part: FormPart }) {
  switch (part.kind) {
    case "field":
      return <ValueField {...placed} facts={part.facts} isOptional={part.isOptional} />;
    case "group":
      return <GroupPart {...placed} part={part} />;
    case "list":
      return <ListPart {...placed} part={part} />;
    case "record":
      return <RecordPart {...placed} part={part} />;
  }
}

const titleOf = (place: string) => siteParts[place] ?? siteGroups[place] ?? siteFieldWords[place]?.label ?? place;

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="site-part">
      <legend className="text-body strong">{title}</legend>
      <Stack gap={16}>{children}</Stack>
    </fieldset>
  );
}

/** A part that may be left out has a switch; what it held is remembered as long as the screen stays. */
function GroupPart({ part, place, value, onChange, ...placed }: PartOf<"group">) {
  const [kept, setKept] = useState<unknown>();
  const isOn = value !== undefined;

  function turn(willBeOn: boolean) {
    setKept(value);
    onChange(willBeOn ? (kept ?? blankOf(part)) : undefined);
  }

  return (
    <Titled title={titleOf(place)}>
      {part.isOptional && (
        <Checkbox name={`${placed.path}-on`} isChecked={isOn} onChange={turn}>
          {copy.isOn}
        </Checkbox>
      )}
      {isOn && <GroupFields {...{ part, place, value, onChange }} {...placed} />}
    </Titled>
  );
}

function GroupFields({ part, path, place, value, problems, onChange }: PartOf<"group">) {
  const values = asObject(value);

  function write(name: string, next: unknown) {
    const { [name]: _, ...others } = values;
    onChange(next === undefined ? others : { ...values, [name]: next });
  }

  return (
    <Stack gap={16} className="site-fields">
      {Object.entries(part.parts).map(([name, each]) => (
        <DocumentPart
          key={name}
          part={each}
          path={`${path}.${name}`}
          place={`${place}.${name}`}
          value={values[name]}
          problems={problems}
          onChange={(next) => write(name, next)}
        />
      ))}
    </Stack>
  );
}

/** Lines and words to tick are one control; entries of several values are added, moved and taken out. */
function ListPart(list: PartOf<"list">) {
  const { each } = list.part;
  if (each.kind !== "field") return <EntryList {...list} />;
  return each.facts.kind === "choice" ? <TickedWords {...list} choices={each.facts.choices} /> : <LineList {...list} />;
}

const problemWithin = (problems: Placed["problems"], path: string) =>
  problems[path] ?? Object.entries(problems).find(([at]) => at.startsWith(`${path}.`))?.[1];

function LineList({ part, path, place, value, problems, onChange }: PartOf<"list">) {
  const lines = Array.isArray(value) ? value.map(String) : [];
  const write = (next: string[]) => onChange(part.isOptional && next.join("") === "" ? undefined : next);
  return (
    <TextArea
      name={path}
      label={titleOf(place)}
      hint={[siteFieldWords[place]?.help, copy.lines].filter(Boolean).join(" ")}
      {...(part.isOptional && { note: copy.optional })}
      problem={problemWithin(problems, path)}
      rows={Math.max(3, lines.length)}
      value={lines.join("\n")}
      onChange={(text) => write(text.split("\n"))}
      onBlur={() => value !== undefined && write(lines.filter((each) => each.trim() !== ""))}
    />
  );
}

function TickedWords({
  path,
  place,
  value,
  problems,
  onChange,
  choices,
}: PartOf<"list"> & { choices: readonly string[] }) {
  const ticked = Array.isArray(value) ? value.map(String) : [];

  function tick(choice: string, isTicked: boolean) {
    const next = choices.filter((each) => (each === choice ? isTicked : ticked.includes(each)));
    onChange(next.length === 0 ? undefined : next);
  }

  return (
    <Titled title={titleOf(place)}>
      {siteFieldWords[place]?.help !== undefined && <p className="text-small quiet">{siteFieldWords[place].help}</p>}
      <Row columnGap={24} isWrapping>
        {choices.map((choice) => (
          <Checkbox
            key={choice}
            name={`${path}.${choice}`}
            isChecked={ticked.includes(choice)}
            onChange={(isTicked) => tick(choice, isTicked)}
          >
            {siteChoices[place]?.[choice] ?? choice}
          </Checkbox>
        ))}
      </Row>
      <ProblemSentence sentence={problemWithin(problems, path)} />
    </Titled>
  );
}

function EntryList({ part, path, place, value, problems, onChange }: PartOf<"list">) {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const [added, setAdded] = useState<number>();
  const what = siteEntries[place] ?? titleOf(place);

  function write(next: unknown[]) {
    onChange(next.length === 0 && part.isOptional ? undefined : next);
  }

  function move(index: number, by: 1 | -1) {
    const next = [...entries];
    [next[index], next[index + by]] = [next[index + by], next[index]];
    write(next);
  }

  return (
    <Titled title={titleOf(place)}>
      {entries.length === 0 && <p className="text-small quiet">{copy.none}</p>}
      {entries.map((entry, index) => (
        <Entry
          // An entry has no name of its own: its place is all that tells it from the others.
          // oxlint-disable-next-line react/no-array-index-key -- see above
          key={index}
          title={copy.entry(what, index + 1)}
          name={nameOfEntry(entry)}
          isFirstOpen={index === added}
          problem={problemWithin(problems, `${path}.${index}`)}
          onUp={index > 0 ? () => move(index, -1) : undefined}
          onDown={index < entries.length - 1 ? () => move(index, 1) : undefined}
          onRemove={() => write(entries.filter((_, at) => at !== index))}
        >
          <EntryFields
            part={part.each}
            path={`${path}.${index}`}
            {...{ place, problems }}
            value={entry}
            onChange={(next) => write(entries.map((each, at) => (at === index ? next : each)))}
          />
        </Entry>
      ))}
      <ProblemSentence sentence={problems[path]} />
      {entries.length < part.most && (
        <Row>
          <Button
            variant="secondary"
            isSmall
            hasPlug={false}
            onClick={() => {
              setAdded(entries.length);
              write([...entries, blankOf(part.each)]);
            }}
          >
            {copy.add(what)}
          </Button>
        </Row>
      )}
    </Titled>
  );
}

/** What tells an entry from the others, in a few words. */
function nameOfEntry(entry: unknown): string {
  const { name, sells, of, volume, question, heldOn } = asObject(entry);
  if (typeof sells === "string") {
    return [siteChoices["paymentLinks.sells"]?.[sells], volume].filter(Boolean).join(", ");
  }
  if (typeof of === "string") return [siteChoices["offers.prices.of"]?.[of], volume].filter(Boolean).join(", ");
  const day = typeof heldOn === "string" ? readCivilDate(heldOn) : undefined;
  if (day !== undefined) return formatDay(day);
  const said = name ?? question;
  return typeof said === "string" ? said : "";
}

/** Fields of an entry stand below its own title: a group has none of its own there. */
function EntryFields({ part, ...placed }: Placed & { part: FormPart }) {
  return part.kind === "group" ? <GroupFields {...placed} part={part} /> : <DocumentPart {...placed} part={part} />;
}

/** Entries by a key of their own, which stays once it is given. */
function RecordPart({ part, path, place, value, problems, onChange }: PartOf<"record">) {
  const entries = asObject(value);
  const [key, setKey] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [added, setAdded] = useState<string>();
  const what = siteEntries[place] ?? titleOf(place);

  function add() {
    const isGood = /^[a-z][\w-]{0,40}$/.test(key) && !Object.hasOwn(entries, key);
    setWrong(!isGood);
    if (!isGood) return;
    setAdded(key);
    setKey("");
    onChange({ ...entries, [key]: blankOf(part.each) });
  }

  function remove(name: string) {
    const { [name]: _, ...others } = entries;
    onChange(Object.keys(others).length === 0 && part.isOptional ? undefined : others);
  }

  return (
    <Titled title={titleOf(place)}>
      {Object.keys(entries).length === 0 && <p className="text-small quiet">{copy.none}</p>}
      {Object.entries(entries).map(([name, entry]) => (
        <Entry
          key={name}
          title={name}
          name={nameOfEntry(entry)}
          isFirstOpen={name === added}
          problem={problemWithin(problems, `${path}.${name}`)}
          onRemove={() => remove(name)}
        >
          <EntryFields
            part={part.each}
            path={`${path}.${name}`}
            {...{ place, problems }}
            value={entry}
            onChange={(next) => onChange({ ...entries, [name]: next })}
          />
        </Entry>
      ))}
      <Field
        name={`${path}-key`}
        label={copy.key}
        autoComplete="off"
        spellCheck={false}
        maxLength={41}
        value={key}
        onChange={setKey}
        problem={isWrong ? copy.keyWrong : problems[path]}
      />
      <Row>
        <Button variant="secondary" isSmall hasPlug={false} onClick={add}>
          {copy.add(what)}
        </Button>
      </Row>
    </Titled>
  );
}

type EntryProps = {
  title: string;
  name: string;
  isFirstOpen: boolean;
  problem: string | undefined;
  onUp?: (() => void) | undefined;
  onDown?: (() => void) | undefined;
  onRemove: () => void;
  children: ReactNode;
};

/** An entry, folded to its name until it is opened or something in it is wrong. */
function Entry({ title, name, isFirstOpen, problem, onUp, onDown, onRemove, children }: EntryProps) {
  const [isOpen, setIsOpen] = useState(isFirstOpen);
  const id = useId();
  const acts = [
    { label: copy.up, act: onUp },
    { label: copy.down, act: onDown },
    { label: copy.remove, act: onRemove },
  ];
  return (
    <details
      className="site-entry"
      open={isOpen || problem !== undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="strong" id={id}>
          {title}
        </span>{" "}
        <span className="quiet breakable">{name}</span>
      </summary>
      <Stack gap={16} paddingTop={12} role="group" aria-labelledby={id}>
        {children}
        <Row columnGap={16} rowGap={4} isWrapping className="text-small">
          {acts.map(
            ({ label, act }) =>
              act && (
                <button
                  key={label}
                  type="button"
                  className="text-link finger-link"
                  aria-label={copy.of(label, title)}
                  onClick={act}
                >
                  {label}
                </button>
              ),
          )}
        </Row>
      </Stack>
    </details>
  );
}
