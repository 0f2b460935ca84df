-- The work of today is read from the indexes of the list, each reason once (docs/decisions/0111).

alter table private.lead_list add column is_taken boolean not null default false;
comment on column private.lead_list.is_taken is
  'Paid and not set up, or with answers to adopt: what is to be done first is no call.';

create or replace function private.write_lead_list(lead public.leads) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  profile       public.user_profiles;
  facet         private.lead_facets;
  written       private.lead_list;
  volume_column text;
  nothing       constant text := private.sort_key('');
begin
  -- Whoever compares it with another lead at the same moment is waited for, and seen.
  perform from private.lead_list where lead_id = lead.id for update;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  select column_name into volume_column from private.questions where is_volume and lead.funnel_origin = any (forms);

  written.lead_id     := lead.id;
  written.profile_id  := lead.user_profile_id;
  written.created_at  := lead.created_at;
  written.updated_at  := lead.updated_at;
  written.expires_at  := case when lead.payment_status or lead.lead_status = 'client' then 'infinity'
                              else lead.last_contact_at + interval '6 months' end;
  -- Contacts that were chosen are more than the range of prospects that they came from, as private.order_of says.
  written.volume      := coalesce(
                           case when lead.funnel_origin = 'marketing' then
                             nullif(coalesce(lead.contacts_per_month, profile.contacts_per_month), 0) end,
                           private.first_number(
                             coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);
  written.tags        := lead.tags;
  written.is_taken    := lead.newer_answers_at is not null or private.awaits_setup(lead);

  facet.funnel_origin  := lead.funnel_origin;
  facet.lead_status    := lead.lead_status;
  facet.payment_status := lead.payment_status;
  facet.call_consent   := private.has_consented(lead.consents, 'calls');
  facet.is_suspect     := lead.is_suspect;
  facet.has_account    := lead.account_exists or profile.user_id is not null;
  facet.is_waiting     := lead.funnel_origin = 'conferences' and lead.extra_answers ->> 'kind' is not distinct from 'waitlist';
  facet.inactive_reason := coalesce(lead.inactive_reason, 'none');
  facet.is_duplicate   :=
       written.email <> nothing and exists (
         select from private.lead_list where email = written.email and profile_id <> written.profile_id)
    or written.phone is not null and exists (
         select from private.lead_list where phone = written.phone and profile_id <> written.profile_id)
    or written.company <> nothing and exists (
         select from private.lead_list where company = written.company and profile_id <> written.profile_id);
  written.facet_id := private.facet_of(facet);

  insert into private.lead_list as entry select written.*
    on conflict (lead_id) do update
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source, tags, is_taken)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source, excluded.tags, excluded.is_taken)
      where entry is distinct from excluded;
end
$$;

update private.lead_list as entry set is_taken = true
from public.leads as lead
where lead.id = entry.lead_id and (lead.newer_answers_at is not null or private.awaits_setup(lead));

drop index private.lead_list_by_creation;
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id) include (callback_at, is_taken);
drop index private.lead_list_by_owner;
create index lead_list_by_owner on private.lead_list (owner, facet_id, created_at, lead_id)
  include (callback_at, is_taken);

create or replace function private.unpaid_since(lead public.leads) returns timestamptz
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
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
  );
end
$$;

create function private.is_of(owner uuid, wanted uuid) returns boolean
  language sql immutable parallel safe
  return coalesce(owner = wanted, wanted is null);
comment on function private.is_of is
  'Of anybody where nobody is wanted. No index answers it: of one owner there are more leads than of one reason.';

create or replace function private.work_of_today(owner_param uuid, row_limit integer) returns setof private.work_line
  language plpgsql stable rows 100 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  reasons constant text[] := array['payment', 'debit', 'setup', 'answers', 'callback', 'call', 'write', 'unpaid', 'suspect', 'delivery', 'expiry'];
  today   constant date := (now() at time zone 'Europe/Paris')::date;
  paying  constant uuid[] := array(select about.lead_id from private.payments_about_leads() as about);
  asked   constant uuid[] := paying || array(select about.lead_id from private.billing_about_leads() as about);
  dead    constant uuid[] := array(
    select delivery.lead_id from private.deliveries as delivery where delivery.status = 'dead' and delivery.lead_id is not null);
  unpaid  constant uuid[] := array(
    select lead.id
    from private.payment_starts as start
    join private.submissions as submission on submission.idempotency_key = start.reference
    join public.leads as lead on lead.id = submission.lead_id
    where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
      and private.unpaid_since(lead) = start.started_at);
begin
  return query
    with kinds as materialized (
      select kind.id, case when kind.is_suspect then 'suspect' when kind.call_consent then 'call' else 'write' end as reason
      from private.facets_of('{"lead_status": "to_contact"}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
    ), waiting as materialized (
      select lead.id, lead.paid_at, private.first_debit(lead.id) as debit_on
      from public.leads as lead
      where private.awaits_setup(lead) and lead.id <> all (asked) and private.is_of(lead.owner, owner_param)
      order by lead.paid_at, lead.id limit 2 * row_limit
    ), lines (reason, lead_id, due_at) as (
      select 'payment', lead.id, about.since
      from private.payments_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where owner_param is null or lead.owner = owner_param
      union all
      select 'debit', lead.id, about.since
      from private.billing_about_leads() as about join public.leads as lead on lead.id = about.lead_id
      where lead.id <> all (paying) and private.is_of(lead.owner, owner_param)
      union all
      -- Seven days before it, as `debitBeforeService` of subjects/orders/rules/late-opening.ts says it in the file.
      select case when debit_on <= today + 7 then 'debit' else 'setup' end, id,
             case when debit_on <= today + 7 then private.start_of_day(debit_on) else paid_at end
      from waiting
      union all
      (select 'answers', lead.id, lead.newer_answers_at
       from public.leads as lead
       where lead.newer_answers_at is not null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.newer_answers_at, lead.id limit row_limit)
      union all
      (select 'callback', lead.id, lead.callback_at
       from public.leads as lead
       where lead.callback_at < private.start_of_day(today + 1)
         and lead.newer_answers_at is null and not private.awaits_setup(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by lead.callback_at, lead.id limit row_limit)
      union all
      -- Of each kind from its index alone; whose they are is read of those that are shown.
      select known.reason, first.lead_id, first.created_at
      from (values ('call'), ('write'), ('suspect')) as known (reason)
      cross join lateral (
        select oldest.lead_id, oldest.created_at
        from kinds
        cross join lateral (
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where owner_param is null and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
          union all
          (select entry.lead_id, entry.created_at
           from private.lead_list as entry
           where entry.owner = owner_param and entry.facet_id = kinds.id
             and entry.callback_at is null and not entry.is_taken and entry.lead_id <> all (asked)
           order by entry.created_at, entry.lead_id limit row_limit)
        ) as oldest
        where kinds.reason = known.reason
        order by oldest.created_at, oldest.lead_id limit row_limit
      ) as first
      union all
      (select 'unpaid', lead.id, private.unpaid_since(lead)
       from public.leads as lead
       where lead.id = any (unpaid) and private.is_free_today(lead) and lead.id <> all (asked)
         and private.is_of(lead.owner, owner_param)
       order by private.unpaid_since(lead), lead.id limit row_limit)
      union all
      (select 'delivery', lead.id, delivery.created_at
       from private.deliveries as delivery join public.leads as lead on lead.id = delivery.lead_id
       where delivery.status = 'dead' and lead.lead_status <> 'to_contact' and private.is_free_today(lead) and lead.id <> all (asked)
         and lead.id <> all (unpaid) and private.is_of(lead.owner, owner_param)
         and not exists (
           select from private.deliveries as earlier
           where earlier.lead_id = lead.id and earlier.status = 'dead'
             and (earlier.created_at, earlier.id) < (delivery.created_at, delivery.id))
       order by delivery.created_at, delivery.id limit row_limit)
      union all
      (select 'expiry', first.lead_id, first.expires_at
       from private.facets_of('{"lead_status": "contacted", "payment_status": false, "is_suspect": false}') as chosen
       cross join lateral (
         select entry.lead_id, entry.expires_at
         from private.lead_list as entry
         where entry.facet_id = chosen.facet_id and entry.expires_at < now() + interval '15 days'
           and entry.callback_at is null and not entry.is_taken and private.is_of(entry.owner, owner_param)
           and entry.lead_id <> all (asked)
           and entry.lead_id not in (select unnest(unpaid)) and entry.lead_id not in (select unnest(dead))
           and not exists (
             select from private.lead_notes as note
             where note.lead_id = entry.lead_id and note.written_at > entry.expires_at - interval '15 days')
         order by entry.expires_at, entry.lead_id limit row_limit
       ) as first
       order by first.expires_at, first.lead_id limit row_limit)
    ), placed as (
      select lines.*, row_number() over (partition by lines.reason order by lines.due_at, lines.lead_id) as place from lines
    )
    select placed.reason, placed.lead_id, placed.due_at, lead.owner
    from placed join public.leads as lead on lead.id = placed.lead_id
    where place <= row_limit
    order by array_position(reasons, placed.reason), placed.due_at, placed.lead_id;
end
$$;

create or replace function private.has_role(least_role text) returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and array_position(private.roles(), role) >= array_position(private.roles(), least_role)
        and (not is_invited or private.signed_in_with_password())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  );
end
$$;

create or replace function private.is_admin() returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select private.has_role('reader')
  );
end
$$;

create or replace function private.live_user_id() returns uuid
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select session.user_id
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (auth.jwt() ->> 'session_id')::uuid
      and session.user_id = auth.uid()
      and (session.not_after is null or session.not_after > now())
      and (account.banned_until is null or account.banned_until <= now())
      and not account.is_anonymous
  );
end
$$;

create or replace function private.has_passed_second_factor() returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select auth.jwt() ->> 'aal' = 'aal2'
       and exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and aal::text = 'aal2')
  );
end
$$;

create or replace function private.needs_second_factor(user_id_param uuid) returns boolean
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select exists (select from private.settings where key = 'administrator_second_factor' and value = '"required"')
        or exists (select from auth.mfa_factors where user_id = user_id_param and status::text = 'verified')
  );
end
$$;

create or replace function private.changed_debits(subscription_param text) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select coalesce((
      select jsonb_strip_nulls(jsonb_build_object('endsOn', detail -> 'ends_on', 'heldUntil', detail -> 'trial_ends_on'))
      from private.billing_events
      where subscription = subscription_param and kind in ('subscription_changed', 'subscription_ended')
      order by kind = 'subscription_ended' desc, happened_at desc, id desc limit 1), '{}')
  );
end
$$;

create or replace function private.open_billing_of(lead_id_param uuid) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select jsonb_build_object('id', id, 'kind', kind, 'told_on', told_on, 'amount_cents', amount_cents, 'currency', currency,
             'detail', detail, 'is_open', is_open)
    from private.billing_events where lead_id = lead_id_param and is_open order by received_at, id limit 1
  );
end
$$;

create or replace function private.billing_about_leads() returns table (lead_id uuid, since timestamptz)
  language plpgsql stable rows 10 set search_path = '' set enable_seqscan = off
  as $$
#variable_conflict use_column
begin
  return query
    select lead_id, min(received_at) from private.billing_events where is_open and lead_id is not null group by lead_id;
end
$$;

create or replace function private.kept_schedule(lead_id_param uuid) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select schedule || private.changed_debits(subscription) from private.payment_events
    where lead_id = lead_id_param and state = 'applied' and schedule is not null
    order by received_at desc, id limit 1
  );
end
$$;

create or replace function private.tag_names(ids integer[]) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select array(select name from private.tags where id = any (ids) order by private.folded(name))
  );
end
$$;

create or replace function private.tags_named(names text[]) returns integer[]
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select array(
      select id from private.tags
      where private.folded(name) = any (array(select private.folded(asked) from unnest(names) as asked)) order by id)
  );
end
$$;

create or replace function private.first_debit(lead_id_param uuid) returns date
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select greatest((line.value ->> 'date')::date, (kept ->> 'heldUntil')::date)
    from (select private.kept_schedule(lead_id_param) as kept) as agreed
    cross join lateral jsonb_array_elements(kept -> 'lines') with ordinality as line (value, place)
    where (kept #>> '{lines,0,amount,includingTax}')::bigint = 0 and (line.value #>> '{amount,includingTax}')::bigint > 0
      and ((kept ->> 'endsOn')::date > (line.value ->> 'date')::date) is not false
    order by line.place limit 1
  );
end
$$;

create or replace function private.payments_about_leads() returns table (lead_id uuid, since timestamptz)
  language plpgsql stable rows 10 set search_path = '' set enable_seqscan = off
  as $$
#variable_conflict use_column
begin
  return query
    select lead.id, min(event.received_at)
    from private.payment_events as event
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    join public.leads as lead on lead.id = coalesce(event.lead_id, submission.lead_id)
    where event.state <> 'dismissed' and (event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}')
    group by lead.id;
end
$$;

create or replace function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language plpgsql stable rows 100 set search_path = ''
  as $$
#variable_conflict use_column
begin
  return query
    select facet.id, facet.lead_count + coalesce(change.change, 0)
    -- Read once, and not for each facet.
    from (
      select private.chosen(filters -> 'funnel_origin')   as origins,
             private.chosen(filters -> 'lead_status')     as statuses,
             private.chosen(filters -> 'inactive_reason') as reasons
      offset 0
    ) as chosen
    cross join private.lead_facets as facet
    left join (
      select facet_id, sum(change) as change from private.lead_facet_changes group by facet_id
    ) as change on change.facet_id = facet.id
    -- What is not filtered by is null, and leaves all.
    where coalesce(facet.funnel_origin = any (chosen.origins), true)
      and coalesce(facet.lead_status = any (chosen.statuses), true)
      and coalesce(facet.inactive_reason = any (chosen.reasons), true)
      and coalesce(facet.payment_status::text = filters ->> 'payment_status', true)
      and coalesce(facet.call_consent::text = filters ->> 'call_consent', true)
      and coalesce(facet.is_suspect::text = filters ->> 'is_suspect', true)
      and coalesce(facet.is_duplicate::text = filters ->> 'is_duplicate', true)
      and coalesce(facet.has_account::text = filters ->> 'has_account', true)
      and coalesce(facet.is_waiting::text = filters ->> 'is_waiting', true)
      and facet.lead_count + coalesce(change.change, 0) > 0;
end
$$;

create or replace function private.row_filters(filters jsonb) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', (filters ->> 'created_from')::timestamptz)),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', (filters ->> 'created_to')::timestamptz)),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', (filters ->> 'expires_before')::timestamptz)),
      (filters ->> 'owner',          format('entry.owner = any (%L::uuid[])', array(
                                       select case owner
                                         when 'none' then private.nobody()
                                         when 'me'   then auth.uid()
                                         else owner::uuid end
                                       from unnest(private.chosen(filters -> 'owner')) as owner))),
      (filters ->> 'tags',           format('entry.tags && %L::integer[] and entry.tags <> ''{}''',
                                       private.tags_named(private.chosen(filters -> 'tags'))))
    ) as known (value, condition)
    where value is not null
  );
end
$$;
