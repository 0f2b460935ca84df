-- What the first weeks of a team asked for: an objection to mails is taken back at the word of its person, who only reads looks
-- after no lead, what is undone in bulk is not counted in a notification any more, a refund that no lead is known
-- for is shown, and what a program sent leaves the figures when it is erased.

-- Who only reads looks after no lead: whose role becomes that hands theirs back to the team.
create function private.refuse_reading_owner() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (select from public.admin_users where user_id = new.owner and role = 'reader') then
    raise exception 'who only reads looks after no lead' using errcode = '23514', constraint = 'leads_owner_may_work';
  end if;
  return new;
end
$$;

create trigger refuse_reading_owner before update of owner on public.leads
  for each row when (new.owner is not null and new.owner is distinct from old.owner)
  execute function private.refuse_reading_owner();

create function private.hand_back_leads() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.leads set owner = null where owner = new.user_id;
  return null;
end
$$;

create trigger hand_back_leads after update of role on public.admin_users
  for each row when (new.role = 'reader' and old.role <> 'reader') execute function private.hand_back_leads();

create function private.take_back_one(owner_param uuid, given_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  told private.notifications;
begin
  select * into told from private.notifications
    where recipient = owner_param and kind = 'owner' and lead_id is null and read_at is null and at = given_at
    for no key update;
  if told.lead_count > 1 then
    update private.notifications set lead_count = lead_count - 1 where id = told.id;
  else
    delete from private.notifications where id = told.id;
  end if;
end
$$;
comment on function private.take_back_one is
  'Of several leads that somebody was told of at once, one goes elsewhere before anything else was done to it: it is not counted any more.';

create or replace function private.notify_changed_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What is no longer so is not told to who has not read it; whose a new lead is hears that alone.
  delete from private.notifications as told
    where told.lead_id = new.id and told.read_at is null and (
      told.kind = 'owner' and told.recipient is distinct from new.owner
      or told.kind = 'lead' and told.recipient = new.owner
      or told.kind = 'callback' and new.callback_at is distinct from old.callback_at
      or told.kind = 'answers' and new.newer_answers_at is null);
  if new.owner is distinct from old.owner then
    perform private.take_back_one(old.owner, old.updated_at);
    perform private.notify('owner', private.name_act('owner'), new.id, array[new.owner]);
  end if;
  if old.newer_answers_at is null and new.newer_answers_at is not null then
    perform private.notify('answers', private.name_instant('answers', new.id, new.newer_answers_at), new.id,
      private.who_looks_after(new.owner));
  end if;
  return null;
end
$$;

create or replace function private.record_billing_event(told private.billing_events) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.take_billing_turn();
  told.is_open := case told.kind
    when 'failed_debit' then
      not exists (select from private.invoices where id = told.object)
      and not exists (
        select from private.billing_events
        where kind = told.kind and object = told.object and version::integer > told.version::integer)
    -- A refund of money that no lead is known for was made by hand at the provider, or is another shop's.
    when 'refund' then
      private.lead_of_billing(told) is null
      and not exists (select from private.payment_events where payment_intent = told.payment_intent)
    else told.kind in ('dispute', 'subscription_ended')
  end;
  insert into private.billing_events (id, kind, object, version, happened_at, told_on, amount_cents, currency, invoice, subscription,
    payment_intent, customer, detail, lead_id, is_open)
    values (told.id, told.kind, told.object, told.version, told.happened_at, told.told_on, told.amount_cents, told.currency,
            told.invoice, told.subscription, told.payment_intent, told.customer, coalesce(told.detail, '{}'),
            private.lead_of_billing(told), told.is_open)
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  if told.kind = 'refund' then
    perform private.dismiss_refunded(told.payment_intent);
  end if;
  if told.kind in ('failed_debit', 'refund') and told.is_open then
    -- The newest try is the one to act on, and so is what was refunded so far.
    update private.billing_events set is_open = false, settled_at = now()
      where kind = told.kind and object = told.object and is_open and id <> told.id;
  end if;
  return 'kept';
end
$$;

create or replace function private.settle_billing(event_id text, is_settled boolean) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  told private.billing_events;
begin
  select * into told from private.billing_events where id = event_id for no key update;
  if not found or told.kind not in ('failed_debit', 'refund', 'dispute', 'subscription_ended')
     or told.kind = 'refund' and not told.is_open and told.settled_by is null then
    return 'unknown_event';
  end if;
  -- What the provider settled stays so: only the word of the team is taken back.
  if told.is_open <> is_settled or (not is_settled and told.settled_by is null) then
    return 'unchanged';
  end if;
  update private.billing_events
    set is_open    = not is_settled,
        settled_at = case when is_settled then now() end,
        settled_by = case when is_settled then auth.uid() end
    where id = told.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case when is_settled then 'billing.settled' else 'billing.reopened' end, told.lead_id,
            jsonb_build_object('event', told.id, 'kind', told.kind));
  return 'changed';
end
$$;

create function private.close_known_refund() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.is_open    := false;
  new.settled_at := now();
  return new;
end
$$;
comment on function private.close_known_refund is 'Once its lead is known a refund stands in its file: there is nothing to find out any more.';

create trigger close_known_refund before update of lead_id on private.billing_events
  for each row when (new.kind = 'refund' and new.is_open and new.lead_id is not null)
  execute function private.close_known_refund();

create function private.allow_mails(lead_id_param uuid, reason_param text, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = lead_id_param;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;
  with lifted as (
    select id, mails_refused_at from public.leads
    where id in (select private.leads_of_person(lead_id_param)) and mails_refused_at is not null
    order by id for no key update
  ), changed as (
    update public.leads set mails_refused_at = null from lifted where leads.id = lifted.id
  ), told as (
    insert into private.lead_corrections (lead_id, author, before, after)
      select id, author_param, jsonb_build_object('mails_refused_at', mails_refused_at),
             jsonb_build_object('mails_refused_at', null, 'mails_allowed_because', reason_param)
      from lifted
    returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.mails_allowed', lead_id, '{}' from told;
  return jsonb_build_object('code', case when found then 'allowed' else 'unchanged' end);
end
$$;
comment on function private.allow_mails is
  'Takes back, at the word of the person, that they want no mail of the team: for all that they asked for, with the day of the refusal and the reason in the history. allowed, unchanged, unknown_lead or lead_merged.';

create or replace function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, case when import.id is null then 'created' else 'import' end, lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
             || jsonb_strip_nulls(jsonb_build_object('source', import.source, 'file_name', import.file_name))
    from public.leads as lead
    left join lateral (
      select written_by, import_id from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join private.lead_imports as import on import.id = typed.import_id
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id,
           case when note.subject is not null then 'message' when note.outcome is not null then 'call' else 'note' end,
           note.written_at, account.email,
           jsonb_strip_nulls(jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer, 'outcome', note.outcome,
             'subject', note.subject, 'to', note.recipient, 'status', note.delivery, 'sent_at', note.sent_at,
             'attempts', delivery.attempts, 'last_status', delivery.last_status, 'last_error', delivery.last_error,
             'mentions', (
               select jsonb_agg(jsonb_build_object('user_id', mentioned.user_id, 'said', mentioned.said))
               from private.note_mentions as mentioned where mentioned.note_id = note.id)))
    from private.lead_notes as note
    left join auth.users as account on account.id = note.author
    left join private.deliveries as delivery on delivery.id = note.id and note.subject is not null
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, case when correction.after ?| array['consents', 'mails_allowed_because'] then 'consent' else 'correction' end,
           correction.corrected_at, account.email,
           case when correction.after ? 'consents' then correction.after
                when correction.after ? 'mails_allowed_because' then jsonb_build_object('fact', 'mails_allowed',
                  'refused_at', correction.before -> 'mails_refused_at', 'reason', correction.after -> 'mails_allowed_because')
                else jsonb_build_object('before', correction.before, 'after', correction.after) end
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id,
             'way', case when merged.lead_id = lead_id_param then 'moved' else 'joined' end,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    -- A lead of another offer that came beside this one.
    select 'beside-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'way', 'beside', 'origin', other.funnel_origin)
    from public.leads as lead
    join public.leads as other on other.user_profile_id = lead.user_profile_id and other.id <> lead.id
    join private.merged_leads as merged on merged.lead_id = other.id and merged.into_lead_id = other.id
    left join auth.users as account on account.id = merged.author
    where lead.id = lead_id_param and lead.created_at <= merged.merged_at
      and not exists (select from private.merged_leads as own where own.merge_id = merged.merge_id and own.lead_id = lead.id)
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'mails-' || lead.id, 'consent', lead.mails_refused_at, null, '{"fact": "mails_refused"}'
    from public.leads as lead where lead.id = lead_id_param and lead.mails_refused_at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create function private.uncount_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.add_figures(old, -1);
  return null;
end
$$;
comment on function private.uncount_lead is
  'What a program sent is no lead: once it is erased it counts in no conversion. Other leads that go stay in the figures.';

create trigger uncount_suspect after delete on public.leads
  for each row when (old.is_suspect and old.contacted_at is null and not old.payment_status)
  execute function private.uncount_lead();

-- Those of today.
update public.leads as lead set owner = null
  from public.admin_users as person where person.user_id = lead.owner and person.role = 'reader';
