-- A lead that is closed may say why: one of a few reasons, which are counted.

alter table public.leads
  add column inactive_reason text,
  add constraint leads_inactive_reason_is_known check (inactive_reason in ('price', 'later', 'elsewhere', 'unreachable', 'no_need', 'other')) not valid;
alter table public.leads validate constraint leads_inactive_reason_is_known;

comment on column public.leads.inactive_reason is
  'Why it is closed, where the team said so; null once it is taken up again.';

create index leads_closed_by_creation on public.leads (created_at) where inactive_reason is not null;

create or replace function private.touch_lead() returns trigger
  language plpgsql security definer set search_path = ''
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
  if not private.is_closed(new.lead_status) then
    new.inactive_reason := null;
  end if;
  return new;
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
    if not private.is_closed(changed.lead_status) then
      changed.inactive_reason := null;
    end if;
    result.before := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    if (changed.lead_status, changed.payment_status, changed.owner, changed.callback_at, changed.setup_at, changed.inactive_reason)
       is not distinct from
       (lead.lead_status, lead.payment_status, lead.owner, lead.callback_at, lead.setup_at, lead.inactive_reason) then
      result.code := 'unchanged';
    elsif private.changed_since(lead, (seen ->> asked_id::text)::timestamptz) then
      result.code := 'changed_meanwhile';
    else
      result.code := 'changed';
      update public.leads
        set lead_status = changed.lead_status, payment_status = changed.payment_status, owner = changed.owner,
            callback_at = changed.callback_at, setup_at = changed.setup_at, setup_by = changed.setup_by,
            inactive_reason = changed.inactive_reason
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
  'Sets status, reason, payment, owner, call-back or setup of each, and says of each what became of it: changed, unchanged, changed_meanwhile (seen has an older instant for it), unknown_lead, lead_merged.';

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
           then jsonb_strip_nulls(jsonb_build_object(
             'by', nullif(current_setting('request.cause', true), ''), 'reason', new.inactive_reason)) else '{}' end
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at)),
      ('lead.setup_changed',    to_jsonb(old.setup_at),       to_jsonb(new.setup_at)),
      ('lead.reason_changed',   to_jsonb(old.inactive_reason), to_jsonb(new.inactive_reason))
    ) as change (action, before, after)
    where change.before is distinct from change.after
      -- With a status its reason stands in the line of the status.
      and (change.action <> 'lead.reason_changed' or new.lead_status = old.lead_status);
  return null;
end
$$;

drop trigger record_change on public.leads;
create trigger record_change
  after update of lead_status, payment_status, owner, callback_at, setup_at, inactive_reason or delete on public.leads
  for each row execute function private.record_lead_change();

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
           case
             when line.action = 'lead.status_changed' then line.detail || jsonb_build_object('lasted_seconds', extract(epoch from line.at - line.since)::bigint)
             when kinds.kind = 'owner' then line.detail || jsonb_build_object(
               'from_name', (select email from auth.users where id = (line.detail ->> 'from')::uuid),
               'to_name',   (select email from auth.users where id = (line.detail ->> 'to')::uuid))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'), ('lead.setup_changed', 'payment'),
      ('lead.reason_changed', 'status'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'),
      ('account.created', 'account'), ('account.invited', 'account'), ('account.attached', 'account')
    ) as kinds (action, kind) on kinds.action = line.action
    left join auth.users as account on account.id = line.actor
  $$;

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
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at),
        inactive_reason  = coalesce(kept.inactive_reason, gone.inactive_reason)
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
comment on function private.join_leads is
  'Two leads of one offer: the kept one''s answers win, the other''s fill what is empty, and all that was sent hangs on the kept one.';

-- Anew: its questions stay its last columns, so that another one can be added.
drop function public.search_leads;
drop view public.admin_dashboard;
create view public.admin_dashboard with (security_invoker = true) as
select
  lead.id                                                                       as lead_id,
  lead.user_profile_id                                                          as user_profile_id,
  profile.user_id                                                               as user_id,
  lead.created_at                                                               as created_at,
  lead.updated_at                                                               as updated_at,
  lead.funnel_origin                                                            as funnel_origin,
  lead.lead_status                                                              as lead_status,
  lead.payment_status                                                           as payment_status,
  case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end as phone_e164,
  private.intention_detail(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as intention_detail,
  private.free_knowledge_text(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as knowledge_base_own_text,
  private.has_consented(lead.consents, 'calls')                                 as call_consent,
  lead.account_exists                                                           as account_exists,
  lead.newer_answers_at                                                         as newer_answers_at,
  lead.is_suspect                                                               as is_suspect,
  lead.last_contact_at                                                          as last_contact_at,
  case when not lead.payment_status and lead.lead_status <> 'client'
    then lead.last_contact_at + interval '6 months'
  end                                                                           as expires_at,
  lead.owner                                                                    as owner,
  lead.callback_at                                                              as callback_at,
  lead.contacted_at                                                             as contacted_at,
  lead.inactive_reason                                                          as inactive_reason,
  -- Of a question in the profile too: the lead's own answer, the profile's where the lead has none.
  -- questions: of the view
  coalesce(lead.email, profile.email)                                           as email,
  coalesce(lead.first_name, profile.first_name)                                 as first_name,
  coalesce(lead.last_name, profile.last_name)                                   as last_name,
  coalesce(lead.phone, profile.phone)                                           as phone,
  coalesce(lead.company_name, profile.company_name)                             as company_name,
  coalesce(lead.business_type, profile.business_type)                           as business_type,
  coalesce(lead.welcome_message, profile.welcome_message)                       as welcome_message,
  coalesce(lead.knowledge_base_url, profile.knowledge_base_url)                 as knowledge_base_url,
  coalesce(lead.knowledge_base_text, profile.knowledge_base_text)               as knowledge_base_text,
  coalesce(lead.intention, profile.intention)                                   as intention,
  coalesce(lead.calls_per_month, profile.calls_per_month)                       as calls_per_month,
  coalesce(lead.business_hours, profile.business_hours)                         as business_hours,
  coalesce(lead.voice, profile.voice)                                           as voice,
  coalesce(lead.prospects_per_month, profile.prospects_per_month)               as prospects_per_month,
  coalesce(lead.current_clients, profile.current_clients)                       as current_clients,
  coalesce(lead.marketing_needs, profile.marketing_needs)                       as marketing_needs,
  coalesce(lead.active_clients_per_month, profile.active_clients_per_month)     as active_clients_per_month,
  coalesce(lead.client_followup_goals, profile.client_followup_goals)           as client_followup_goals,
  lead.role                                                                     as role,
  lead.prospects_count                                                          as prospects_count,
  lead.objectives                                                               as objectives,
  lead.extra_answers                                                            as extra_answers,
  coalesce(lead.contacts_per_month, profile.contacts_per_month)                 as contacts_per_month,
  coalesce(lead.audience, profile.audience)                                     as audience,
  coalesce(lead.company_siren, profile.company_siren)                           as company_siren,
  coalesce(lead.company_legal_name, profile.company_legal_name)                 as company_legal_name,
  coalesce(lead.company_address, profile.company_address)                       as company_address
  -- end of questions
from public.leads as lead
left join public.user_profiles as profile on profile.id = lead.user_profile_id
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at is 'When the lead is erased; null for a client and for a paid lead.';

revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query execute format(
    'select dashboard.* from public.admin_dashboard as dashboard
     where dashboard.lead_id in (select words.lead_id from private.lead_words as words where %s)',
    private.indexed_words(query_param));
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query; every character is literal, case and accents do not count.';
revoke all on function public.search_leads from public, anon, authenticated, service_role;
grant execute on function public.search_leads to authenticated;

create or replace function public.funnel_statistics(from_param date, to_param date) returns jsonb
  language plpgsql stable security definer
  set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan' set max_parallel_workers_per_gather = 0
  as $$
declare
  longest_days constant integer := 800;
begin
  perform private.require_admin();
  if coalesce(from_param > to_param or to_param - from_param > longest_days, true) then
    raise exception 'Choisissez deux dates dans l’ordre, séparées de % jours au plus.', longest_days using errcode = 'P0001';
  end if;
  return (
    with months as materialized (
      select * from private.months_between(from_param, to_param)
    ), by_day as materialized (
      select day, funnel_origin, sum(leads) as leads, sum(contacted) as contacted, sum(contact_seconds) as seconds,
             sum(within_hour) as within_hour, sum(within_day) as within_day, sum(clients) as clients, sum(paid) as paid
      from (
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_day_figures where day between from_param and to_param
        union all
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by day, funnel_origin
    ), by_volume as materialized (
      select funnel_origin, volume, sum(leads) as leads, sum(clients) as clients, sum(paid) as paid
      from (
        select funnel_origin, volume, leads, clients, paid
        from months join private.lead_month_figures as figures on figures.day = month where is_half
        union all
        -- Without the days of it that are not meant; or else those that are.
        select funnel_origin, volume, times * leads, times * clients, times * paid
        from months
        cross join lateral (
          values (month, since - 1, -1, is_half), (until + 1, last_day, -1, is_half), (since, until, 1, not is_half)
        ) as part (first, last, times, is_read)
        join private.lead_figures as figures on figures.day between part.first and part.last
        where is_read
        union all
        select funnel_origin, volume, leads, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by funnel_origin, volume
    ), summed as materialized (
      select month from months where is_whole and exists (select from private.step_months where day = month)
    ), steps as materialized (
      select funnel, step, event, field, source, device, sum(count) as count
      from (
        select funnel, step, event, field, source, device, count
        from summed join private.step_months as counted on counted.day = summed.month
        union all
        select funnel, step, event, field, source, device, count
        from months join private.step_counts as counted on counted.day between since and until
        where month not in (select month from summed)
      ) as counted
      group by funnel, step, event, field, source, device
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select day, funnel_origin as funnel, leads, contacted, seconds as contact_seconds, within_hour, within_day, clients, paid
          from by_day where leads <> 0 order by day, funnel_origin
        ) as each),
      'volumes', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel_origin as funnel, volume, leads, clients, paid
          from by_volume where leads <> 0 order by leads desc limit 500
        ) as each),
      'visits', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          -- A few rows of each day and funnel, which are looked up: next to all that each day has.
          select number::date as day, seen.funnel, visits.count
          from generate_series(from_param, to_param, interval '1 day') as number
          cross join (select distinct funnel from steps) as seen
          cross join lateral (
            select sum(count) as count from private.step_counts as counted
            where counted.day = number::date and counted.funnel = seen.funnel and step = 1 and event = 'seen'
          ) as visits
          where visits.count is not null order by 1, 2
        ) as each),
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, event, sum(count) as count from steps group by funnel, step, event order by funnel, step, event
        ) as each),
      'refusals', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, field, sum(count) as count from steps where event = 'refused'
          group by funnel, step, field order by sum(count) desc, funnel, step, field
        ) as each),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select source as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by source order by 2 desc, source
        ) as each),
      'devices', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select device as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by device order by 2 desc, device
        ) as each),
      'reasons', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select inactive_reason as name, count(*) as count from public.leads
          where inactive_reason is not null
            and created_at >= from_param::timestamp at time zone 'Europe/Paris'
            and created_at < (to_param + 1)::timestamp at time zone 'Europe/Paris'
          group by inactive_reason order by count(*) desc, inactive_reason
        ) as each)
    )
  );
end
$$;
comment on function public.funnel_statistics is
  'Both days included, in Paris: leads by the day they came, and what the steps of the funnels counted. Aggregates only. Administrators only.';
