import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { ChangeProblem } from "#subjects/leads/desk/rows/change-problem.tsx";
import { PaymentControl } from "#subjects/leads/desk/rows/payment-control.tsx";
import { StatusControl } from "#subjects/leads/desk/rows/status-control.tsx";
import { amountOf, nextDebitOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { dash, dialHref, originOf, shortInstant, shortVolume } from "#app/admin/ui/formats.ts";
import { usePrices, useServices } from "#app/admin/data/services.ts";
import { Icon } from "#app/ui/icon.tsx";
import { admin } from "#content/shared/admin.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { sourceNames } from "#subjects/statistics/words/admin-statistics.ts";
import { groupedPhone } from "#domain/kernel/phone-address.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

const copy = admin.list;
const consentWords = adminLeads.columns.callConsent;

type Props = { column: string; lead: LeadRow; now: Date; isOpen: boolean; onOpen: () => void };

/** What a column says of a lead. */
export function LeadCell({ column, lead, now, isOpen, onOpen }: Props) {
  const prices = usePrices();
  switch (column) {
    case "last_name":
      return (
        <>
          {/* As the rest of the row, also where it lies above what opens it. */}
          <label className="block" htmlFor={openerOf(lead)}>
            <b className="block">
              {nameOfLead(lead) ?? dash}
              {lead.isSuspect && <small className="color-signal-text">{copy.suspect}</small>}
            </b>
            <span>
              {lead.companyName ?? dash}
              {lead.tags.map((tag) => (
                <small key={tag} className="lead-tag">
                  {tag}
                </small>
              ))}
            </span>
          </label>
          {!isOpen && <ChangeProblem lead={lead} />}
        </>
      );
    case "company_name":
      return lead.companyName ?? dash;
    case "email":
      return (
        <>
          <PhoneNumber lead={lead} />
          <span>{lead.email ?? dash}</span>
        </>
      );
    case "funnel_origin":
      return originOf(lead);
    case "volume":
      return <Volume lead={lead} amount={amountOf(lead, prices, adminLeads.shortAmount)} />;
    case "lead_status":
      return <StatusControl lead={lead} />;
    case "payment_status":
      return (
        <>
          <PaymentControl lead={lead} />
          <NextDebit lead={lead} />
        </>
      );
    case "call_consent":
      return lead.hasCallConsent === null ? dash : consentWords[lead.hasCallConsent ? "yes" : "no"];
    case "owner":
      return <OwnerName owner={lead.owner} />;
    case "callback_at":
      return <Instant at={lead.callbackAt} now={now} />;
    case "first_visit":
      return (lead.source && sourceNames[lead.source]) ?? dash;
    case "created_at":
      return <Instant at={lead.createdAt} now={now} />;
    case "updated_at":
      return <Instant at={lead.updatedAt} now={now} />;
    case "expires_at":
      return lead.expiresAt === null ? adminLeads.columns.stays : <Instant at={lead.expiresAt} now={now} />;
    default:
      return (
        <button
          type="button"
          className="block"
          id={openerOf(lead)}
          {...pressedBy("open")}
          aria-label={copy.open(nameOfLead(lead) ?? copy.unnamed)}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          <Icon name="next" isSmall />
        </button>
      );
  }
}

/** What is asked for and what that costs; of what has one price, the price. */
function Volume({ lead, amount }: { lead: LeadRow; amount: string | null }) {
  const volume = shortVolume(lead);
  return (
    <>
      {(volume !== dash || !amount) && <span className="block tabular">{volume}</span>}
      <span className="quiet tabular">{amount}</span>
    </>
  );
}

/** Copied, or dialled where something dials; by the keyboard that is done in the file. */
function PhoneNumber({ lead: { phone, phoneE164 } }: { lead: LeadRow }) {
  const number = groupedPhone(phone, phoneE164);
  const href = dialHref(phoneE164 ?? phone);
  return (
    <span className="tabular">
      {href === undefined ? (
        (number ?? dash)
      ) : (
        <a className="lead-phone" href={href} tabIndex={-1} data-by-pointer>
          {number}
        </a>
      )}
    </span>
  );
}

function openerOf({ leadId }: LeadRow): string | undefined {
  return leadId === null ? undefined : `ouvrir-${leadId}`;
}

function Instant({ at, now }: { at: string | null; now: Date }) {
  if (at === null) return dash;
  return (
    <time className="tabular" dateTime={at}>
      {shortInstant(at, now)}
    </time>
  );
}

function NextDebit({ lead }: { lead: LeadRow }) {
  const next = nextDebitOf(lead, useServices().config.today);
  if (next === null) return null;
  return (
    <span className="quiet text-caption tabular unbroken" title={next.amount}>
      {next.day}
      <span className="visually-hidden">{`, ${next.amount}`}</span>
    </span>
  );
}

function OwnerName({ owner }: { owner: string | null }) {
  const { find, isRead } = useColleagues();
  if (owner === null) return dash;
  const colleague = find(owner);
  return colleague ? <PersonName person={colleague} /> : isRead && adminLeads.filters.owners.unknown;
}

/** A row on its way keeps the height of one that has arrived. */
export function LeadCellSkeleton({ column }: { column: string }) {
  if (column === "open") return null;
  if (column !== "last_name") return <span className="skeleton" />;
  return (
    <>
      <span className="visually-hidden">{copy.loadingRow}</span>
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
    </>
  );
}
