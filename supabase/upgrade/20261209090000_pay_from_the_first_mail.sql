-- The first mail of an order for closing or the conference leads to its payment, under the id of its lead, which pays for
-- that order and changes nothing of it. It also says how many calls were ordered, where that was written as a number.

create or replace function private.order_in_mail(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'offer',         submission.form,
      'order',         submission.idempotency_key,
      'lead',          case when submission.form in ('closing', 'conferences') then submission.lead_id end,
      'callsPerDay',   submission.answers -> 'calls_per_month',
      'activeClients', submission.answers -> 'active_clients_per_month',
      'prospects',     submission.answers -> 'prospects_per_month',
      'asked',         case
        when submission.form <> 'closing'
          -- `callsOrdered` of domain/leads reads the number; this only lets no other word through.
          or submission.answers ->> 'prospects_count'
            ~* '^\s*((environ|env\.?|~)\s*)?[0-9][0-9\s.]{0,11}((prospects?|contacts?|appels?)\.?)?\s*$'
        then private.order_of(submission) -> 'asked'
      end,
      'objectives',    submission.answers -> 'objectives',
      'kind',          submission.answers #> '{extra_answers,kind}'))
  $$;
comment on function private.order_in_mail is 'Numbers, codes and the references of the order: nothing that was typed but a number of calls.';
