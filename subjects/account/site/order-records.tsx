import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { conferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import { isClosed } from "#subjects/leads/rules/lead-status.ts";
import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";

type AppointmentsProps = { order: CustomerOrder; site: Pick<AccountSite, "bookingUrl" | "editions" | "today"> };

/** A place at the conference, with its file for a calendar; of the other requests, where a call is booked. */
export function Appointments({ order, site }: AppointmentsProps) {
  const copy = dashboardCopy.appointment;
  const isPlace = requestRules[order.origin].isPlace && !order.isWaitingList;
  const { bookingUrl } = site;
  const edition = isPlace ? editionAsked(order, site) : undefined;
  const isAnnounced = edition !== undefined && !site.editions?.some(({ heldOn }) => heldOn > edition.heldOn);
  if (isClosed(order) || (edition === undefined && bookingUrl === "")) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{copy.title}</h3>
      {edition && (
        <Box as="p" marginTop={12}>
          <time className="strong" dateTime={edition.heldOn}>
            {formatDay(edition.heldOn)}
          </time>
          {"\u00a0: "}
          {copy.conference(edition.venue, edition.hours)}
        </Box>
      )}
      <Row gap={20} isWrapping marginTop={12}>
        {isAnnounced && (
          <a className="arrow-link finger-high" href="/conference.ics">
            {conferencesCopy.receipt.calendar} <Icon name="calendar" />
          </a>
        )}
        {bookingUrl !== "" && (
          <a className="arrow-link finger-high" href={bookingUrl}>
            {copy.book} <Icon name="arrow" />
          </a>
        )}
      </Row>
    </Box>
  );
}

/** The edition that was announced on the day of the request. */
function editionAsked({ createdAt }: CustomerOrder, { editions, today }: Pick<AccountSite, "editions" | "today">) {
  return editionOn(editions, createdAt === null ? today : dayInParis(new Date(createdAt)));
}

/** What the team wrote for this customer, newest first. */
export function TeamMessages({ order: { messages } }: { order: CustomerOrder }) {
  if (messages.length === 0) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{dashboardCopy.messages.title}</h3>
      <Stack as="ul" gap={16} marginTop={16}>
        {messages.map(({ id, text, writtenAt }) => (
          <li key={id}>
            <time className="text-small quiet" dateTime={writtenAt}>
              {dayOf(writtenAt)}
            </time>
            <p className="as-typed breakable">{text}</p>
          </li>
        ))}
      </Stack>
    </Box>
  );
}
