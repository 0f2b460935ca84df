import type { ReactNode } from "react";

import { href, subjectPath } from "#app/page-kit/href.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";

type Props = { current: ArticleSubject | undefined; children: ReactNode };

const subjects = Object.entries(blogCopy.subjects) as [ArticleSubject, { name: string }][];

/** From one subject to another, and beside them the search. */
export function SubjectLinks({ current, children }: Props) {
  return (
    <Stack rule="top" lg={{ columns: 2 }} className="subject-links">
      <Row
        as="nav"
        isWrapping
        gap={8}
        alignContent="start"
        paddingBlock={24}
        paddingInline="cell"
        aria-label={blogCopy.subjectsLabel}
      >
        <a className="text-small" href={href("/blog")} aria-current={current === undefined ? "page" : undefined}>
          {blogCopy.next.all}
        </a>
        {subjects.map(([subject, { name }]) => (
          <a
            className="text-small"
            key={subject}
            href={subjectPath(subject)}
            aria-current={subject === current ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </Row>
      <Box paddingBlock={24} paddingInline="cell" rule="top" lg={{ rule: "left" }}>
        {children}
      </Box>
    </Stack>
  );
}
