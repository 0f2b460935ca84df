import { listArticlesOn } from "#app/page-kit/articles.ts";
import { href, subjectPath } from "#app/page-kit/href.ts";
import { homeSections } from "#app/page-kit/home-sections.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { legalLinks } from "#app/sections/legal-links.ts";
import { serviceLinks } from "#app/sections/service-links.ts";
import { SitePage } from "#app/sections/site-page.tsx";
import { Box, Cells, Stack } from "#app/ui/layout.tsx";
import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";
import { legalFrame } from "#subjects/legal/words/legal-frame.ts";
import { siteFrame } from "#content/site-frame.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

const copy = siteFrame.siteMap;

type Group = { title: string; target?: string; links: { target: string; label: string }[] };

/** What a visitor may look for, by what it is about. */
function listGroups(site: SiteSettings): Group[] {
  const subjects = Object.entries(blogCopy.subjects).map(([key, { name }]): Group => {
    const subject = key as ArticleSubject;
    const links = listArticlesOn(subject, site).map(({ path, title }) => ({ target: path, label: title }));
    return { title: name, target: href(subjectPath(subject)), links };
  });
  return [
    {
      title: copy.pages,
      links: [
        { target: href("/"), label: siteFrame.backHome },
        ...homeSections(site),
        { target: href("/blog"), label: siteFrame.blog },
        { target: href("/securite-et-donnees"), label: siteFrame.security },
        { target: href("/dashboard"), label: siteFrame.customerSpace },
      ],
    },
    { title: siteFrame.footer.services.title, links: serviceLinks(site) },
    { title: legalFrame.texts, links: legalLinks },
    ...subjects,
  ];
}

export function SiteMapPage() {
  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">{copy.title}</h1>
            <p className="lead">{copy.lead}</p>
          </header>
          <Cells rule="top" md={{ columns: 2 }} lg={{ columns: 3 }}>
            {listGroups(useSite()).map(({ title, target: group, links }) => (
              <Box key={title} padding="cell">
                <Box as="h2" marginBottom={16} className="text-subtitle leading-tight">
                  {group === undefined ? title : <a href={group}>{title}</a>}
                </Box>
                <Stack as="ul" gap={4}>
                  {links.map(({ target, label }) => (
                    <li key={target}>
                      <a className="text-link finger-link" href={target}>
                        {label}
                      </a>
                    </li>
                  ))}
                </Stack>
              </Box>
            ))}
          </Cells>
        </div>
      </div>
    </SitePage>
  );
}
