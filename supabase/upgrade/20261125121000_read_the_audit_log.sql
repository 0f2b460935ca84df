-- The team reads who did what, a page at a time at a million lines: by person, action, lead and day, and who read the list of
-- leads is a line too. The log itself stays without a personal word: names and addresses are joined when it is read.

create index audit_log_by_time            on private.audit_log (at, id);
create index audit_log_by_actor           on private.audit_log (actor, at, id);
create index audit_log_by_action          on private.audit_log (action, at, id);
create index audit_log_by_actor_and_action on private.audit_log (actor, action, at, id);

create type private.audit_line as (
  id bigint, at timestamptz, actor uuid, actor_email text, action text, lead_id uuid, lead_name text, detail jsonb,
  has_lead boolean
);

create function private.audit_lines(
  actor_param uuid, by_server boolean, action_param text, lead_id_param uuid, from_param date, to_param date,
  before_at timestamptz, before_id bigint, count_param integer
) returns setof private.audit_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
begin
  return query
    select line.id, line.at, line.actor, account.email::text, line.action, line.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           line.detail, lead.id is not null
    from (
      select * from private.audit_log as entry
      where (actor_param is null or entry.actor = actor_param)
        and (not by_server or entry.actor is null)
        and (action_param is null or entry.action = action_param)
        and (lead_id_param is null or entry.lead_id = lead_id_param)
        and (from_param is null or entry.at >= from_param::timestamp at time zone 'Europe/Paris')
        and (to_param is null or entry.at < (to_param + 1)::timestamp at time zone 'Europe/Paris')
        and (before_at is null or (entry.at, entry.id) < (before_at, before_id))
      order by entry.at desc, entry.id desc
      limit count_param
    ) as line
    left join auth.users as account on account.id = line.actor
    left join public.leads as lead on lead.id = line.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by line.at desc, line.id desc;
end
$$;
comment on function private.audit_lines is
  'Newest first, after the line of `before_at` and `before_id`. Days are those of Paris, both included. `by_server`: lines without an actor. Planned with its values: which index serves depends on the filters that are set.';

create function public.read_audit_log(
  actor_param uuid default null, by_server_param boolean default false, action_param text default null,
  lead_id_param uuid default null, from_param date default null, to_param date default null,
  before_at_param timestamptz default null, before_id_param bigint default null
) returns setof private.audit_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select * from private.audit_lines(
    actor_param, coalesce(by_server_param, false), action_param, lead_id_param, from_param, to_param,
    before_at_param, before_id_param, 50);
end
$$;
comment on function public.read_audit_log is 'Fifty lines, newest first; the next fifty with the instant and id of the last one.';

create function public.list_audit_people() returns table (user_id uuid, email text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select administrator.user_id, account.email::text
    from public.admin_users as administrator
    join auth.users as account on account.id = administrator.user_id
    order by account.email;
end
$$;
comment on function public.list_audit_people is 'The administrators, whose lines one may want to see alone.';

revoke all on function
  public.read_audit_log(uuid, boolean, text, uuid, date, date, timestamptz, bigint), public.list_audit_people()
  from public, anon, authenticated, service_role;
grant execute on function
  public.read_audit_log(uuid, boolean, text, uuid, date, date, timestamptz, bigint), public.list_audit_people()
  to authenticated;

create function private.record_list_read(name text) returns void
  language plpgsql volatile
  set search_path = ''
  as $$
declare
  reader constant uuid := auth.uid();
begin
  -- Two reads at once leave one line: who comes second finds the lock taken, and the first one's line says it all.
  if not private.is_admin() or not pg_try_advisory_xact_lock(hashtextextended('list read by ' || reader, 0)) then
    return;
  end if;
  insert into private.audit_log (actor, action, detail)
    select reader, 'leads.listed', jsonb_build_object('list', name)
    where not exists (
      select from private.audit_log
      where actor = reader and action = 'leads.listed' and at > now() - interval '1 minute');
end
$$;
comment on function private.record_list_read is
  'Under the claims of who read: one line per administrator and minute, without what was looked for.';
