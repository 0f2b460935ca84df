-- The first mail leads back to the summary of the very order it confirms: it names the submission, and the server makes
-- the link from that when the mail leaves.

create or replace function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, private.order_in_mail(new));
  return null;
end
$$;

create function private.order_in_mail(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'offer',         submission.form,
      'order',         submission.idempotency_key,
      'callsPerDay',   submission.answers -> 'calls_per_month',
      'activeClients', submission.answers -> 'active_clients_per_month',
      'prospects',     submission.answers -> 'prospects_per_month',
      'asked',         case when submission.form <> 'closing' then private.order_of(submission) -> 'asked' end,
      'objectives',    submission.answers -> 'objectives',
      'kind',          submission.answers #> '{extra_answers,kind}'))
  $$;
comment on function private.order_in_mail is 'Numbers, codes and the reference of the order: nothing that was typed.';
