import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { Box } from "#app/ui/layout.tsx";
import { siteFrame } from "#content/site-frame.ts";
import type { AnnouncedLine } from "#domain/site/site-config.ts";
import { isWithin } from "#kit/civil-date.ts";

/** What the owner announces on the day of the page. */
export function useAnnouncement(): AnnouncedLine | undefined {
  const { announcement } = useSite();
  const today = useToday();
  return isWithin(announcement, today) ? announcement : undefined;
}

/** One line above the header, drawn like that of the promotion, whose place it takes. */
export function OwnAnnouncement({ text, link }: Pick<AnnouncedLine, "text" | "link">) {
  return (
    <Box
      as="aside"
      paddingBlock={8}
      paddingInline={20}
      background="line-800"
      className="text-caption leading-snug color-on-line centered balanced announcement"
      aria-label={siteFrame.ownAnnouncementLabel}
    >
      {link ? (
        <a className="text-link color-white" href={link}>
          {text}
        </a>
      ) : (
        <b className="color-white">{text}</b>
      )}
    </Box>
  );
}
