import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { hasEndedAccess, sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { describedBy, FieldFrame } from "#app/ui/form/field-frame.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { longestArticle, readArticleContent } from "#domain/site/article-content.ts";
import type { ArticlePlace } from "#domain/site/site-config.ts";
import { asObject } from "#kit/as-object.ts";
import { slugOf } from "#kit/fold-accents.ts";
import { adminArticles as copy, articleChoices } from "#subjects/site-settings/words/admin-articles.ts";
import { siteMistakes } from "#subjects/site-settings/words/admin-site.ts";

import { PictureField } from "./picture-field.tsx";

type Written = Record<string, unknown>;

type Props = {
  /** Undefined: a new one. */
  place: ArticlePlace | undefined;
  /** Addresses of the others. */
  taken: readonly string[];
  /** Keys of those who may sign. */
  authors: readonly string[];
  onKept: (place: ArticlePlace) => void;
  onCancel: () => void;
};

/** An article, as it is written. It is kept, and named by the draft, when its text may stand so. */
export function ArticleForm({ place, ...props }: Props) {
  const { rooms } = useServices();
  const id = place?.content;
  const { data, isError } = useQuery({
    queryKey: [...screenKeys.site, "article", id],
    queryFn: async ({ signal }) => valueOf(await (await rooms.site()).readArticle(id ?? "", signal)) ?? null,
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError || data === null) return <ProblemSentence sentence={copy.failed} />;
  if (id !== undefined && data === undefined) return <p role="status">{copy.loading}</p>;
  return <LoadedForm place={place} first={data} {...props} />;
}

const number = new Intl.NumberFormat("fr-FR");

function LoadedForm({ place, first, taken, authors, onKept, onCancel }: Props & { first: Written | undefined }) {
  const { rooms, config } = useServices();
  const [content, setContent] = useState<Written>(first ?? blank(config.today));
  const [slug, setSlug] = useState(place?.slug);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [mistakes, setMistakes] = useState<string[]>([]);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (asked: { slug: string; content: unknown }) => {
      const kept = await (await rooms.site()).keepArticle(asked.content);
      if (kept.ok) onKept({ ...place, slug: asked.slug, content: kept.value });
      else refuse(kept.problem);
    },
  });
  const address = slug ?? slugOf(textOf(content.title)).slice(0, 80);
  const write = (name: string, value: unknown) => setContent((before) => withValue(before, name, value));

  function refuse(problem: CallProblem): void {
    const sentence = sentenceOf(problem, copy.unavailable);
    const { field = "", stored } = problem.code === "refused" ? problem : {};
    const said = asObject(stored).mistakes;
    setMistakes(Array.isArray(said) ? said.map(String) : []);
    setProblems({ [`article.${field}`]: sentence });
    if (field) focusField(`article.${field}`);
  }

  function keep(): void {
    const read = readArticleContent(content);
    const found = read.ok ? [] : read.problem;
    const wrong = Object.fromEntries(
      found.map(({ path, code, limit = 0 }) => [`article.${path}`, siteMistakes[code](number.format(limit))]),
    );
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(address)) wrong["article.slug"] = copy.address;
    if (taken.includes(address)) wrong["article.slug"] = copy.taken;
    setProblems(wrong);
    setMistakes([]);
    const [firstWrong] = Object.keys(wrong);
    if (firstWrong !== undefined) return focusField(firstWrong);
    mutate({ slug: address, content });
  }

  const line = (name: LineName, options: object = {}) => (
    <Field
      {...copy.fields[name]}
      {...options}
      {...hintOf(name)}
      name={`article.${name}`}
      problem={problems[`article.${name}`]}
      autoComplete="off"
      value={textOf(content[name])}
      onChange={(value) => write(name, value)}
    />
  );
  const ownPicture = asObject(content.cover).picture;
  const isOwn = typeof content.cover !== "string";
  const whole = problems["article."] ?? (error !== null && !hasEndedAccess(error) ? copy.unavailable : undefined);
  return (
    <Stack gap={16} className="site-fields" role="group" aria-label={place ? copy.editTitle : copy.newTitle}>
      {line("title", { maxLength: 120 })}
      <Field
        label={copy.fields.slug.label}
        {...hintOf("slug")}
        name="article.slug"
        problem={problems["article.slug"]}
        spellCheck={false}
        maxLength={80}
        value={address}
        onChange={setSlug}
      />
      {line("excerpt", { maxLength: 300 })}
      {line("metaDescription", { maxLength: 300 })}
      <Choice name="subject" {...{ content, problems, write }} choices={articleChoices.subjects} />
      <Choice
        name="author"
        {...{ content, problems, write }}
        choices={{ "": "–", ...Object.fromEntries(authors.map((key) => [key, key])) }}
      />
      {line("publishedOn", { type: "date" })}
      {line("updatedOn", { type: "date" })}
      <Choice
        name="cover"
        {...{ content: { cover: isOwn ? "" : content.cover }, problems }}
        write={(name, value) => write(name, value === "" ? { picture: ownPicture } : value)}
        choices={{ ...articleChoices.covers, "": copy.ownCover }}
      />
      {isOwn && (
        <PictureField
          label={copy.fields.picture.label}
          hint={copy.fields.picture.help}
          name="article.cover.picture"
          problem={problems["article.cover.picture"]}
          problems={problems}
          value={ownPicture}
          onChange={(picture) => write("cover", { picture })}
        />
      )}
      <Choice name="call" {...{ content, problems, write }} choices={articleChoices.calls} />
      <TextArea
        label={copy.fields.text.label}
        {...hintOf("text")}
        name="article.text"
        problem={problems["article.text"]}
        rows={24}
        maxLength={longestArticle}
        value={textOf(content.text)}
        onChange={(value) => write("text", value)}
      />
      {mistakes.length > 0 && (
        <FormNotice variant="warning">
          <ul className="breakable">
            {mistakes.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </FormNotice>
      )}
      <ProblemSentence sentence={isPending ? undefined : whole} />
      <Row gap={12} isWrapping>
        <Button variant="green" isSmall hasPlug={false} busyLabel={isPending ? copy.keeping : undefined} onClick={keep}>
          {copy.keep}
        </Button>
        <Button variant="quiet" isSmall hasPlug={false} onClick={onCancel}>
          {copy.cancel}
        </Button>
      </Row>
    </Stack>
  );
}

type LineName = "title" | "excerpt" | "metaDescription" | "publishedOn" | "updatedOn";

type ChoiceProps = {
  name: "subject" | "author" | "cover" | "call";
  content: Written;
  problems: Readonly<Record<string, string>>;
  write: (name: string, value: string) => void;
  choices: Readonly<Record<string, string>>;
};

function Choice({ name, content, problems, write, choices }: ChoiceProps) {
  const field = `article.${name}`;
  const { hint } = hintOf(name);
  const problem = problems[field];
  return (
    <FieldFrame name={field} label={copy.fields[name].label} hint={hint} problem={problem}>
      <select
        id={field}
        name={field}
        value={textOf(content[name])}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(field, hint, problem)}
        onChange={(event) => write(name, event.target.value)}
      >
        {Object.entries(choices).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function hintOf(name: keyof typeof copy.fields): { hint: string | undefined } {
  const field: { label: string; help?: string } = copy.fields[name];
  return { hint: field.help };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** What is optional and empty is left out. */
function withValue(content: Written, name: string, value: unknown): Written {
  const { [name]: _, ...others } = content;
  return name === "updatedOn" && value === "" ? others : { ...others, [name]: value };
}

function blank(today: string): Written {
  return {
    title: "",
    excerpt: "",
    metaDescription: "",
    publishedOn: today,
    subject: "accueil",
    author: "",
    call: "secretariat",
    cover: "phrase-accueil",
    text: "",
  };
}
