import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { ArticlePlace } from "#domain/site/site-config.ts";
import { asObject } from "#kit/as-object.ts";
import { readCivilDate } from "#kit/civil-date.ts";
import type { ArticleLine } from "#subjects/site-settings/contract/site-articles.ts";
import { valueAt } from "#subjects/site-settings/rules/document-changes.ts";
import { adminArticles as copy } from "#subjects/site-settings/words/admin-articles.ts";

import { ArticleForm } from "./article-form.tsx";
import type { DraftEditing } from "./use-draft-editing.ts";

type Places = Record<string, ArticlePlace>;

/** Articles that were written here, the newest first; one at a time is written. */
export function ArticleList({ editing }: { editing: DraftEditing }) {
  const places = (valueAt(editing.edited, "articles") ?? {}) as Places;
  const authors = Object.keys(asObject(valueAt(editing.edited, "authors")));
  const [open, setOpen] = useState<string>();
  const [isKept, setKept] = useState(false);
  const lines = useArticleLines(places);
  const write = (next: Places) => editing.write("articles", next);

  if (open !== undefined) {
    return (
      <ArticleForm
        key={open}
        place={places[open]}
        taken={Object.entries(places).flatMap(([key, { slug }]) => (key === open ? [] : [slug]))}
        authors={authors}
        onKept={(place) => {
          write({ ...places, [open]: place });
          setOpen(undefined);
          setKept(true);
        }}
        onCancel={() => setOpen(undefined)}
      />
    );
  }
  const problem = Object.entries(editing.problems).find(
    ([path]) => path === "articles" || path.startsWith("articles."),
  );
  return (
    <Stack gap={12}>
      <p role="status" className="text-small quiet">
        {isKept ? copy.kept : lines.isLoading ? copy.loading : ""}
      </p>
      {Object.keys(places).length === 0 && <p className="text-small quiet">{copy.none}</p>}
      <ProblemSentence sentence={lines.isFailed ? copy.failed : problem?.[1]} />
      <Box as="ul" rule="bottom">
        {inOrder(places, lines.known).map(({ key, place, line }) => (
          <ArticleRow
            key={key}
            place={place}
            line={line}
            onOpen={() => {
              setKept(false);
              setOpen(key);
            }}
            onRemove={() => write(Object.fromEntries(Object.entries(places).filter(([other]) => other !== key)))}
          />
        ))}
      </Box>
      <Row>
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => setOpen(newKey())}>
          {copy.write}
        </Button>
      </Row>
    </Stack>
  );
}

type RowProps = { place: ArticlePlace; line: ArticleLine | undefined; onOpen: () => void; onRemove: () => void };

function ArticleRow({ place, line, onOpen, onRemove }: RowProps) {
  const title = line?.title ?? copy.untitled;
  const day = readCivilDate(line?.published_on ?? "");
  return (
    <Row as="li" rule="top" paddingBlock={8} columnGap={16} rowGap={4} align="center" justify="between" isWrapping>
      <span className="breakable">
        <button type="button" className="text-link finger-link strong" aria-label={copy.open(title)} onClick={onOpen}>
          {title}
        </button>
        <span className="text-small quiet block">{copy.at(day ? formatDay(day) : "", place.slug)}</span>
      </span>
      <button
        type="button"
        className="text-small text-link finger-link"
        aria-label={copy.removeOf(title)}
        onClick={onRemove}
      >
        {copy.remove}
      </button>
    </Row>
  );
}

function inOrder(places: Places, known: ReadonlyMap<string, ArticleLine>) {
  const rows = Object.entries(places).map(([key, place]) => ({ key, place, line: known.get(place.content) }));
  return rows.sort((a, b) => (b.line?.published_on ?? "").localeCompare(a.line?.published_on ?? ""));
}

/** Texts never change: what was read of one is good as long as the screen stays. */
function useArticleLines(places: Places) {
  const { rooms } = useServices();
  const ids = [...new Set(Object.values(places).map(({ content }) => content))].sort();
  const { data, isLoading, isError } = useQuery({
    queryKey: [...screenKeys.site, "articles", ids],
    queryFn: async ({ signal }) =>
      ids.length === 0 ? [] : valueOf(await (await rooms.site()).listArticles(ids, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  return { known: new Map(data?.map((line) => [line.id, line])), isLoading, isFailed: isError };
}

/** A name of its own, which stays whatever the article is called. */
function newKey(): string {
  return `a${crypto.randomUUID().slice(0, 13)}`;
}
