import { formatDay } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { conferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import { isClosed } from "#subjects/leads/rules/lead-status.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";

import type { AccountSite } from "./account-site.ts";
import { dayOf } from "./day-of.ts";

type AppointmentsProps = { order: CustomerOrder; site: Pick<AccountSite, "bookingUrl" | "conference"> };

/** A place at the conference, with its file for a calendar; of the other requests, where a call is booked. */
export function Appointments({ order, site: { bookingUrl, conference } }: AppointmentsProps) {
  const copy = dashboardCopy.appointment;
  const announced = requestRules[order.origin].isPlace && !order.isWaitingList ? conference : undefined;
  if (isClosed(order) || (announced === undefined && bookingUrl === "")) return null;
  return (
    <Box rule="top" paddingInline="cell" paddingBlock={20}>
      <h3 className="text-subtitle">{copy.title}</h3>
      {announced && (
        <Box as="p" marginTop={12}>
          <time className="strong" dateTime={announced.heldOn}>
            {formatDay(announced.heldOn)}
          </time>
          {"\u00a0: "}
          {copy.conference(announced.venue, announced.hours)}
        </Box>
      )}
      <Row gap={20} isWrapping marginTop={12}>
        {announced && (
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
