-- Each lead that is to be acted on is on the list of today; a payment makes a client, whose service is then set up; and
-- a call is kept with how it ended.

alter table public.leads
  add column paid_at timestamptz,
  add column setup_at timestamptz,
  add column setup_by uuid;

comment on column public.leads.paid_at is
  'Since when it is paid: from then on its service is to be set up. Null while it is not, and of what was paid before this was noted.';

comment on column public.leads.setup_at is 'When the team said that its service runs; null before.';

comment on column public.leads.setup_by is 'The administrator who said so. No foreign key: it outlives the account.';

create index leads_awaiting_setup on public.leads (paid_at, id)
  where paid_at is not null and setup_at is null and funnel_origin <> 'conferences';

create index leads_with_newer_answers on public.leads (newer_answers_at, id) where newer_answers_at is not null;

alter table private.lead_notes
  add column outcome text,
  drop constraint lead_notes_text_is_a_note,
  add constraint lead_notes_text_is_a_note check (char_length(text) between case when outcome is null then 1 else 0 end and 10000),
  add constraint lead_notes_outcome_is_known check (outcome in ('reached', 'absent', 'voicemail', 'wrong_number', 'refused'));

comment on column private.lead_notes.outcome is
  'Of a call, how it ended, with or without a text; null of a note.';

create or replace function private.touch_lead() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  if new.lead_status is distinct from old.lead_status then
    new.last_contact_at := now();
    -- A payment is no call: who became a client by it was not contacted.
    if current_setting('request.cause', true) is distinct from 'payment' then
      new.contacted_at := coalesce(old.contacted_at, now());
    end if;
  end if;
  if new.payment_status is distinct from old.payment_status then
    new.paid_at := case when new.payment_status then now() end;
  end if;
  return new;
end
$$;

create or replace function private.record_lead_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.deleted', old.id);
    return null;
  end if;
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), change.action, new.id, jsonb_build_object('from', change.before, 'to', change.after)
      || case when change.action = 'lead.status_changed'
           then jsonb_strip_nulls(jsonb_build_object('by', nullif(current_setting('request.cause', true), ''))) else '{}' end
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at)),
      ('lead.setup_changed',    to_jsonb(old.setup_at),       to_jsonb(new.setup_at))
    ) as change (action, before, after)
    where change.before is distinct from change.after;
  return null;
end
$$;

drop trigger record_change on public.leads;
create trigger record_change after update of lead_status, payment_status, owner, callback_at, setup_at or delete on public.leads
  for each row execute function private.record_lead_change();

create function private.mark_paid(lead_id_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform set_config('request.cause', 'payment', true);
  update public.leads
    set payment_status = true, last_contact_at = now(),
        lead_status = case when lead_status in ('to_contact', 'contacted') then 'client' else lead_status end
    where id = lead_id_param and not payment_status;
  perform set_config('request.cause', '', true);
end
$$;

comment on function private.mark_paid is
  'By a payment that came: it makes a client, once. What the team sets afterwards stays, and marking a lead as paid by hand leaves its status.';

create or replace function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  right_id   text;
begin
  select * into submission from private.submissions where idempotency_key = reference_param;
  if not found then
    return false;
  end if;

  -- The order everybody takes: profile, then lead, then submission.
  perform private.take_turn(submission.email);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = submission.lead_id)
    for no key update;
  select * into lead from public.leads where id = submission.lead_id for no key update;
  select * into submission from private.submissions where id = submission.id for no key update;
  if not found then
    return false; -- erased meanwhile
  end if;

  if not lead.payment_status then
    select id into right_id from private.payment_events
      where reference = reference_param::text and state = 'waiting' and not is_second
        and right_for @> jsonb_build_array(private.order_of(submission))
      order by received_at, id limit 1;
    if not found then
      return false;
    end if;

    -- The audit log names the server as author, not the visitor whose answers the payment waited for.
    perform set_config('request.jwt.claims', '', true);
    is_newest := private.newest_submission_id(lead.id) = submission.id;
    if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
      perform private.adopt_submission(submission.id);
      if not is_newest then
        update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
      end if;
    end if;
    perform private.mark_paid(lead.id);

    select coalesce(paid.email, profile.email) into lead_email
      from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
      where paid.id = lead.id;
    with applied as (
      update private.payment_events
        set state = 'applied', lead_id = lead.id,
            email = case when private.canonical_email(email) is distinct from private.canonical_email(lead_email) then email end
        where id = right_id
        returning id, type
    )
    insert into private.audit_log (action, lead_id, detail)
      select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  end if;

  update private.payment_events set is_second = true
    where reference = reference_param::text and state = 'waiting' and not is_second and not is_test;
  return right_id is not null;
end
$$;

create or replace function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
begin
  select * into event from private.payment_events where id = payment_id_param;
  if not found then
    return 'unknown_payment';
  end if;

  perform private.take_payment_turn(event.reference);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param)
    for no key update;
  perform from public.leads where id = lead_id_param for no key update;
  if not found then
    return 'unknown_lead';
  end if;
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if not found then
    return 'unknown_payment'; -- erased meanwhile
  end if;
  if event.state = 'applied' and event.lead_id is distinct from lead_id_param then
    return 'attached_elsewhere';
  end if;
  if event.state = 'applied' and event.email is null and coalesce(event.payer_differs, '{}') = '{}' then
    return 'attached'; -- said before
  end if;

  if event.state = 'waiting' then
    perform private.mark_paid(lead_id_param);
  end if;
  update private.payment_events
    set state = 'applied', lead_id = lead_id_param, email = null, payer_differs = '{}',
        schedule = case event.state when 'waiting' then schedule_param else schedule end
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  return 'attached';
end
$$;

create or replace function private.change_leads(ids uuid[], changes jsonb, seen jsonb) returns setof private.lead_change
  language plpgsql volatile set search_path = ''
  as $$
declare
  asked_id uuid;
  result   private.lead_change;
  lead     public.leads;
  changed  public.leads;
begin
  -- In the order of the ids, so that two who change the same leads never wait for one another.
  for asked_id in select distinct asked from unnest(ids) as asked order by asked loop
    result := (asked_id, null, null, null, null, null);
    select * into lead from public.leads where id = asked_id for no key update;
    if not found then
      result.code         := private.whereabouts(asked_id) ->> 'code';
      result.kept_lead_id := (private.whereabouts(asked_id) ->> 'kept_lead_id')::uuid;
      return next result;
      continue;
    end if;

    changed       := jsonb_populate_record(lead, changes);
    result.before := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    if (changed.lead_status, changed.payment_status, changed.owner, changed.callback_at, changed.setup_at)
       is not distinct from (lead.lead_status, lead.payment_status, lead.owner, lead.callback_at, lead.setup_at) then
      result.code := 'unchanged';
    elsif private.changed_since(lead, (seen ->> asked_id::text)::timestamptz) then
      result.code := 'changed_meanwhile';
    else
      result.code := 'changed';
      update public.leads
        set lead_status = changed.lead_status, payment_status = changed.payment_status, owner = changed.owner,
            callback_at = changed.callback_at, setup_at = changed.setup_at, setup_by = changed.setup_by
        where id = lead.id
        returning * into lead;
    end if;
    result.stored     := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    result.updated_at := lead.updated_at;
    return next result;
  end loop;
end
$$;

comment on function private.change_leads is
  'Sets status, payment, owner, call-back or setup of each, and says of each what became of it: changed, unchanged, changed_meanwhile (seen has an older instant for it), unknown_lead, lead_merged.';

create or replace function private.join_leads(gone public.leads, kept public.leads, before jsonb, merge_id_param uuid, author_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  gone_request private.newsletter_requests;
  kept_request private.newsletter_requests;
begin
  select * into gone_request from private.newsletter_requests where lead_id = gone.id;
  select * into kept_request from private.newsletter_requests where lead_id = kept.id;
  insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
    values (merge_id_param, gone.id, kept.id, author_param, before || jsonb_build_object(
      'kept_lead', to_jsonb(kept), 'newsletter', to_jsonb(gone_request), 'kept_newsletter', to_jsonb(kept_request),
      'moved', jsonb_build_object(
        'submissions', (select coalesce(jsonb_object_agg(id, is_adopted), '{}') from private.submissions where lead_id = gone.id),
        'payments',    (select coalesce(jsonb_agg(id), '[]') from private.payment_events where lead_id = gone.id),
        'deliveries',  (select coalesce(jsonb_object_agg(id, merged_from), '{}') from private.deliveries where lead_id = gone.id),
        'notes',       (select coalesce(jsonb_agg(id), '[]') from private.lead_notes where lead_id = gone.id),
        'corrections', (select coalesce(jsonb_agg(id), '[]') from private.lead_corrections where lead_id = gone.id),
        'passwords',   (select coalesce(jsonb_agg(id), '[]') from private.first_passwords where lead_id = gone.id),
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
  update private.first_passwords set lead_id = kept.id where lead_id = gone.id;
  update private.merged_leads set into_lead_id = kept.id where into_lead_id = gone.id;
  if gone_request.lead_id is not null and (kept_request.lead_id is null or kept_request.confirmed_at is null and gone_request.confirmed_at is not null) then
    delete from private.newsletter_requests where lead_id = kept.id;
    update private.newsletter_requests set lead_id = kept.id where lead_id = gone.id;
  end if;

  perform private.write_lead_snapshot(kept.id, private.answered(to_jsonb(gone)) || private.answered(to_jsonb(kept))
    || jsonb_build_object('extra_answers',
      (gone.extra_answers || kept.extra_answers) - case
        when private.is_waitlisted(to_jsonb(gone)) and private.is_waitlisted(to_jsonb(kept)) then '' else 'kind' end));
  update public.leads
    set payment_status   = kept.payment_status or gone.payment_status,
        lead_status      = case when kept.lead_status = 'to_contact' and gone.lead_status in ('contacted', 'client')
                             then gone.lead_status else kept.lead_status end,
        consents         = gone.consents || kept.consents,
        owner            = coalesce(kept.owner, gone.owner),
        callback_at      = coalesce(kept.callback_at, gone.callback_at),
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at),
        paid_at         = least(kept.paid_at, gone.paid_at),
        setup_at        = coalesce(kept.setup_at, gone.setup_at),
        setup_by        = coalesce(kept.setup_by, gone.setup_by)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;

create or replace function private.facts_of_log(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with known as (
      select id, created_at from public.leads where id = lead_id_param
      union all
      select lead_id, (before #>> '{lead,created_at}')::timestamptz from private.merged_leads
      where into_lead_id = lead_id_param and lead_id <> lead_id_param
    ), lines as (
      select line.*,
             coalesce(lag(line.at) over (partition by line.lead_id, line.action order by line.id), known.created_at) as since
      from known join private.audit_log as line on line.lead_id = known.id
    )
    select 'log-' || line.id, kinds.kind, line.at, account.email,
           case kinds.kind
             when 'status' then line.detail || jsonb_build_object('lasted_seconds', extract(epoch from line.at - line.since)::bigint)
             when 'owner' then line.detail || jsonb_build_object(
               'from_name', (select email from auth.users where id = (line.detail ->> 'from')::uuid),
               'to_name',   (select email from auth.users where id = (line.detail ->> 'to')::uuid))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'), ('lead.setup_changed', 'payment'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'),
      ('account.created', 'account'), ('account.invited', 'account'), ('account.attached', 'account')
    ) as kinds (action, kind) on kinds.action = line.action
    left join auth.users as account on account.id = line.actor
  $$;

create or replace function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, 'created', lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
    from public.leads as lead
    left join lateral (
      select written_by from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id, case when note.outcome is null then 'note' else 'call' end, note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome))
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, 'correction', correction.corrected_at, account.email,
           jsonb_build_object('before', correction.before, 'after', correction.after)
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'is_same_lead', merged.lead_id = lead_id_param,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'setup', case when lead.paid_at is not null and lead.funnel_origin <> 'conferences' then jsonb_build_object(
        'since', lead.paid_at, 'at', lead.setup_at, 'by', (select email from auth.users where id = lead.setup_by)) end,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'payers', private.payers_of(lead.id),
      'terms', private.accepted_terms(lead.id),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;

drop function public.worklist();
drop function private.calls_to_make(integer);
drop function private.payments_not_made(integer);
drop function private.leads_about_to_expire(integer);
drop function private.callbacks_due(integer);
drop type private.work_item;

create type private.work_line as (
  reason  text,
  lead_id uuid,
  due_at  timestamptz,
  owner   uuid
);

create function private.awaits_setup(lead public.leads) returns boolean
  language sql stable
  return lead.paid_at is not null and lead.setup_at is null and lead.funnel_origin <> 'conferences'
    and not private.is_closed(lead.lead_status);
comment on function private.awaits_setup is 'Paid, and its service is not said to run. A place at the conference needs none.';

create function private.is_free_today(lead public.leads) returns boolean
  language sql stable
  return lead.callback_at is null and lead.newer_answers_at is null and not private.awaits_setup(lead);
comment on function private.is_free_today is
  'Its own row names nothing more urgent than a first contact, and no call is promised for another day.';

create function private.unpaid_since(lead public.leads) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select latest.started_at
    from (
      select max(start.started_at) as started_at
      from private.submissions as submission join private.payment_starts as start on start.reference = submission.idempotency_key
      where submission.lead_id = lead.id
    ) as latest
    where not lead.payment_status and lead.lead_status = 'contacted' and not lead.is_suspect
      and latest.started_at >= now() - interval '14 days' and latest.started_at < now() - interval '1 hour'
      and lead.last_contact_at < latest.started_at
      and not exists (select from private.lead_notes where lead_id = lead.id and written_at > latest.started_at)
  $$;
comment on function private.unpaid_since is
  'When a lead that was contacted went to pay: an hour ago at least, within a fortnight, and it has not paid nor been spoken to since. Else null.';

create function private.first_debit(lead_id_param uuid) returns date
  language sql stable set search_path = ''
  as $$
    select (line.value ->> 'date')::date
    from (select private.kept_schedule(lead_id_param) as kept) as agreed
    cross join lateral jsonb_array_elements(kept -> 'lines') with ordinality as line (value, place)
    where (kept #>> '{lines,0,amount,includingTax}')::bigint = 0 and (line.value #>> '{amount,includingTax}')::bigint > 0
    order by line.place limit 1
  $$;
comment on function private.first_debit is 'Of an order that began free, as it was agreed with its payment; null of any other.';

create function private.payments_about_leads() returns table (lead_id uuid, since timestamptz)
  language sql stable rows 10 set search_path = ''
  as $$
    select lead.id, min(event.received_at)
    from private.payment_events as event
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    join public.leads as lead on lead.id = coalesce(event.lead_id, submission.lead_id)
    where event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}'
    group by lead.id
  $$;
comment on function private.payments_about_leads is
  'The leads that payments to look at belong to or name, and since when: see private.open_payments.';

create function private.work_of_today(owner_param uuid, row_limit integer) returns setof private.work_line
  language plpgsql stable rows 100 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  reasons constant text[] := array['payment', 'debit', 'setup', 'answers', 'callback', 'call', 'write', 'unpaid', 'suspect', 'delivery', 'expiry'];
  today   constant date := (now() at time zone 'Europe/Paris')::date;
  asked   constant uuid[] := array(select about.lead_id from private.payments_about_leads() as about);
begin
  return query
    with kinds as materialized (
      select kind.id, case when kind.is_suspect then 'suspect' when kind.call_consent then 'call' else 'write' end as reason
      from private.facets_of('{"lead_status": "to_contact"}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
    ), waiting as materialized (
      select lead.id, lead.paid_at, lead.owner, private.first_debit(lead.id) as debit_on
      from public.leads as lead
      where private.awaits_setup(lead) and lead.id <> all (asked) and (owner_param is null or lead.owner = owner_param)
      order by lead.paid_at, lead.id limit 2 * row_limit
    ), lines (reason, lead_id, due_at, owner) as (
      select 'payment', lead.id, about.since, lead.owner
      from private.payments_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where owner_param is null or lead.owner = owner_param
      union all
      -- Seven days before it, as `debitBeforeService` of subjects/orders/rules/late-opening.ts says it in the file.
      select case when debit_on <= today + 7 then 'debit' else 'setup' end, id,
             case when debit_on <= today + 7 then private.start_of_day(debit_on) else paid_at end, waiting.owner
      from waiting
      union all
      (select 'answers', lead.id, lead.newer_answers_at, lead.owner
       from public.leads as lead
       where lead.newer_answers_at is not null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and (owner_param is null or lead.owner = owner_param)
       order by lead.newer_answers_at, lead.id limit row_limit)
      union all
      (select 'callback', lead.id, lead.callback_at, lead.owner
       from public.leads as lead
       where lead.callback_at < private.start_of_day(today + 1)
         and lead.newer_answers_at is null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and (owner_param is null or lead.owner = owner_param)
       order by lead.callback_at, lead.id limit row_limit)
      union all
      select kinds.reason, first.lead_id, first.created_at, first.owner
      from kinds
      cross join lateral (
        (select entry.lead_id, entry.created_at, lead.owner
         from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
         where owner_param is null and entry.facet_id = kinds.id and private.is_free_today(lead) and lead.id <> all (asked)
         order by entry.created_at, entry.lead_id limit row_limit)
        union all
        (select entry.lead_id, entry.created_at, lead.owner
         from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
         where entry.owner = owner_param and entry.facet_id = kinds.id and private.is_free_today(lead) and lead.id <> all (asked)
         order by entry.created_at, entry.lead_id limit row_limit)
      ) as first
      union all
      (select 'unpaid', lead.id, start.started_at, lead.owner
       from private.payment_starts as start
       join private.submissions as submission on submission.idempotency_key = start.reference
       join public.leads as lead on lead.id = submission.lead_id
       where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
         and private.is_free_today(lead) and lead.id <> all (asked) and private.unpaid_since(lead) = start.started_at
         and (owner_param is null or lead.owner = owner_param)
       order by start.started_at, lead.id limit row_limit)
      union all
      (select 'delivery', lead.id, delivery.created_at, lead.owner
       from private.deliveries as delivery join public.leads as lead on lead.id = delivery.lead_id
       where delivery.status = 'dead' and lead.lead_status <> 'to_contact' and private.is_free_today(lead) and lead.id <> all (asked)
         and private.unpaid_since(lead) is null and (owner_param is null or lead.owner = owner_param)
         and not exists (
           select from private.deliveries as earlier
           where earlier.lead_id = lead.id and earlier.status = 'dead'
             and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))
       order by delivery.created_at, delivery.id limit row_limit)
      union all
      select 'expiry', first.lead_id, first.expires_at, first.owner
      from private.facets_of('{"lead_status": "contacted", "payment_status": false, "is_suspect": false}') as chosen
      cross join lateral (
        select entry.lead_id, entry.expires_at, lead.owner
        from private.lead_list as entry join public.leads as lead on lead.id = entry.lead_id
        where entry.facet_id = chosen.facet_id and entry.expires_at < now() + interval '15 days'
          and private.is_free_today(lead) and lead.id <> all (asked) and private.unpaid_since(lead) is null
          and (owner_param is null or lead.owner = owner_param)
          and not exists (select from private.deliveries as delivery where delivery.lead_id = lead.id and delivery.status = 'dead')
          and not exists (
            select from private.lead_notes where lead_id = lead.id and written_at > entry.expires_at - interval '15 days')
        order by entry.expires_at, entry.lead_id limit row_limit
      ) as first
    ), placed as (
      select lines.*, row_number() over (partition by lines.reason order by lines.due_at, lines.lead_id) as place from lines
    )
    select placed.reason, placed.lead_id, placed.due_at, placed.owner
    from placed where place <= row_limit
    order by array_position(reasons, placed.reason), placed.due_at, placed.lead_id;
end
$$;
comment on function private.work_of_today is
  'So many of each reason, the most urgent reason first, then what is due first. Each lead has one line: a branch leaves out what an earlier one names. Who is inactive, or promised a call on another day, has none.';

create function public.list_today(mine_param boolean default false)
  returns table (lead_id uuid, reason text, due_at timestamptz, owner uuid)
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select line.lead_id, line.reason, line.due_at, line.owner
    from private.work_of_today(case when mine_param then auth.uid() end, 1000) as line;
end
$$;
comment on function public.list_today is
  'Each lead to act on, once: of each reason the thousand that are due first. reason: payment, debit, setup, answers, callback, call, write, unpaid, suspect, delivery or expiry. Administrators only.';
revoke all on function public.list_today from public, anon, authenticated, service_role;
grant execute on function public.list_today to authenticated;

create function private.count_astray() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'deliveries', (select count(*) from private.deliveries where status = 'dead'),
      'payments', (select count(*) from private.payment_events
                     where state = 'waiting' or email is not null or payer_differs <> '{}'))
  $$;

create or replace function public.count_admin_alerts() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.count_astray() || jsonb_build_object('today', (select count(*) from private.work_of_today(null, 100)));
end
$$;
comment on function public.count_admin_alerts is
  'The figures beside « Aujourd’hui » (of each reason a hundred at most), « Livraisons » and « Paiements » in the bar of the admin.';
revoke all on function public.count_admin_alerts from public, anon, authenticated, service_role;
grant execute on function public.count_admin_alerts to authenticated;

create function public.worklist(mine_param boolean default false) returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  shown constant integer := 30;
  told  jsonb;
begin
  perform private.require_admin();
  with lines as materialized (
    select line.*, row_number() over (partition by line.reason order by line.ordinality) as place
    from private.work_of_today(case when mine_param then auth.uid() end, shown + 1) with ordinality as line
  )
  select jsonb_build_object(
      'lines', coalesce(jsonb_agg(jsonb_build_object(
        'reason', lines.reason, 'due_at', lines.due_at, 'lead', jsonb_strip_nulls(to_jsonb(dashboard))) order by ordinality)
        filter (where place <= shown), '[]'),
      'more', coalesce(jsonb_agg(lines.reason) filter (where place > shown), '[]'))
    into told
    from lines join public.admin_dashboard as dashboard on dashboard.lead_id = lines.lead_id;
  return told || jsonb_build_object('astray', private.count_astray());
end
$$;
comment on function public.worklist is
  'What public.list_today names, with rows of admin_dashboard without nulls: thirty of each reason, and the reasons that have more; and what went astray. Administrators only.';
revoke all on function public.worklist from public, anon, authenticated, service_role;
grant execute on function public.worklist to authenticated;
