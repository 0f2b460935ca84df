import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { siteFrame } from "#content/site-frame.ts";
import type { AnnouncedLine } from "#domain/site/site-config.ts";
import { isWithin } from "#kit/civil-date.ts";

import { AnnouncementLine } from "./announcement-line.tsx";

/** What the owner announces on the day of the page. */
export function useAnnouncement(): AnnouncedLine | undefined {
  const { announcement } = useSite();
  const today = useToday();
  return isWithin(announcement, today) ? announcement : undefined;
}

/** Takes the place of the promotion's line. */
export function OwnAnnouncement({ text, link }: Pick<AnnouncedLine, "text" | "link">) {
  return (
    <AnnouncementLine label={siteFrame.ownAnnouncementLabel}>
      {link ? (
        <a className="text-link color-white" href={link}>
          {text}
        </a>
      ) : (
        <b className="color-white">{text}</b>
      )}
    </AnnouncementLine>
  );
}
