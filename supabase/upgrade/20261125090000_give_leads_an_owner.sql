-- A team shares its leads: each may have an owner and a day to call back. Who changed them is in the audit log.

alter table public.leads
  add column owner        uuid,
  add column callback_at  timestamptz,
  add column contacted_at timestamptz,
  add constraint leads_owner foreign key (owner) references public.admin_users (user_id) on delete set null;
comment on column public.leads.owner        is 'The administrator who looks after it; null when anybody may.';
comment on column public.leads.callback_at  is 'When somebody promised to call back.';
comment on column public.leads.contacted_at is 'When it first left to_contact: the end of the clock of the first call.';

update public.leads set contacted_at = last_contact_at where lead_status <> 'to_contact';

create index leads_by_owner on public.leads (owner) where owner is not null;

create or replace function private.touch_lead() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  if new.lead_status is distinct from old.lead_status then
    new.last_contact_at := now();
    new.contacted_at := coalesce(old.contacted_at, now());
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
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at))
    ) as change (action, before, after)
    where change.before is distinct from change.after;
  return null;
end
$$;

drop trigger record_change on public.leads;
create trigger record_change after update of lead_status, payment_status, owner, callback_at or delete on public.leads
  for each row execute function private.record_lead_change();

-- Both stand on the order of the view's columns, in which a question can only come last.
drop function public.search_leads(text);
drop view public.admin_dashboard;

create or replace function private.write_admin_dashboard() returns void
  language plpgsql volatile set search_path = ''
  as $write$
begin
  execute format(
    $view$
      create or replace view public.admin_dashboard with (security_invoker = true) as
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
        %s
      from public.leads as lead
      left join public.user_profiles as profile on profile.id = lead.user_profile_id
      where (select private.is_admin()) or current_user = 'service_role'
    $view$,
    (
      select string_agg(
        case when is_of_profile
          then format('coalesce(lead.%1$I, profile.%1$I) as %1$I', column_name)
          else format('lead.%1$I as %1$I', column_name)
        end, ', ' order by position)
      from private.questions
    )
  );
end
$write$;

select private.write_admin_dashboard();

comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at      is 'When the lead is erased; null for a client and for a paid lead.';
revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(query_param), '')) || '%';
  digits_pattern text := private.phone_pattern(query_param);
  phone_pattern  text := case when digits_pattern is null then words_pattern end; -- a number as typed has these digits too
begin
  perform private.require_admin();
  return query
    select dashboard.*
    from public.admin_dashboard as dashboard
    where dashboard.lead_id in (
      select entry.lead_id from private.lead_words as entry
      where entry.words like words_pattern or entry.phone like phone_pattern or entry.phone_digits like digits_pattern
    );
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query; every character is literal, case and accents do not count.';

revoke all on function public.search_leads(text) from public, anon, authenticated, service_role;
grant execute on function public.search_leads(text) to authenticated;
