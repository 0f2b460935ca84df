import { useId, useState } from "react";

import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { useEarlyValue } from "#app/ui/use-early-value.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

import { type FoundArticle, searchArticles } from "./search-articles.ts";

type Props = { indexAddress: string };
type Index = { is: "unasked" } | { is: "coming" } | { is: "there"; articles: FoundArticle[] } | { is: "away" };

const copy = blogCopy.search;

/** Finds articles as one types, in an index that comes when the first letter does. */
export function ArticleSearch({ indexAddress }: Props) {
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState<Index>({ is: "unasked" });
  const fieldId = useId();

  useEarlyValue(fieldId, (typed) => typed !== "" && search(typed));

  function search(typed: string) {
    setQuery(typed);
    if (index.is === "there" || index.is === "coming") return;
    setIndex({ is: "coming" });
    readIndex(indexAddress).then(
      (articles) => setIndex({ is: "there", articles }),
      // One sentence; the list below needs no index.
      () => setIndex({ is: "away" }),
    );
  }

  const words = query.trim();
  const found = index.is === "there" ? searchArticles(index.articles, words) : [];

  return (
    <div role="search">
      <div className="field">
        <label className="text-small strong" htmlFor={fieldId}>
          {copy.label}
        </label>
        <div className="article-search">
          <Icon name="search" />
          <input
            id={fieldId}
            type="search"
            placeholder={copy.placeholder}
            value={query}
            onChange={(event) => search(event.target.value)}
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </div>
      <div role="status">
        {words.length > 1 && index.is !== "coming" && (
          <Box as="p" marginTop={12} className="text-small quiet">
            {describeResult(index, found.length, words)}
          </Box>
        )}
      </div>
      {found.length > 0 && (
        <Stack as="ul" gap={8} marginTop={12}>
          {found.map(({ path, title, day, subject }) => (
            <li key={path}>
              <TextLink href={path}>{title}</TextLink>{" "}
              <span className="text-caption quiet unbroken">
                {subject}, {formatDay(day)}
              </span>
            </li>
          ))}
        </Stack>
      )}
    </div>
  );
}

function describeResult(index: Index, count: number, words: string): string {
  if (index.is === "away") return copy.failed;
  if (count === 0) return copy.none(words);
  return count === 1 ? copy.one(words) : copy.several(String(count), words);
}

async function readIndex(address: string): Promise<FoundArticle[]> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The index of articles answered ${answer.status}.`);
  return answer.json() as Promise<FoundArticle[]>;
}
