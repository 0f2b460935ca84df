-- Who changed, read or erased what, kept apart from what was changed: ids and values of our own lists, never a name, an
-- e-mail or an answer. Lines are added only, and may go when they are a year old.

create table private.audit_log (
  id      bigint      not null generated always as identity,
  at      timestamptz not null default now(),
  actor   uuid,
  action  text        not null,
  lead_id uuid,
  detail  jsonb       not null default '{}',
  constraint audit_log_pkey           primary key (id),
  constraint audit_log_action_is_fact check (action ~ '^[a-z_]+\.[a-z_]+$')
);
comment on table  private.audit_log is 'Append-only. A null actor is the server itself: a payment, the retention job.';
comment on column private.audit_log.lead_id is 'No foreign key: the line outlives the lead.';

create index audit_log_by_lead on private.audit_log (lead_id, at);
create index audit_log_by_time on private.audit_log (at, id);
create index audit_log_by_actor on private.audit_log (actor, at, id);
create index audit_log_by_action on private.audit_log (action, at, id);
create index audit_log_by_actor_and_action on private.audit_log (actor, action, at, id);

alter table private.audit_log enable row level security, force row level security;
revoke all on private.audit_log from public, anon, authenticated, service_role;
create policy "The owner of the schema can add lines" on private.audit_log
  for insert to current_user with check (true);
create policy "The owner of the schema can read the log" on private.audit_log
  for select to current_user using (true);
create policy "The owner of the schema can drop lines a year old" on private.audit_log
  for delete to current_user using (at < now() - interval '1 year');

create type private.audit_line as (
  id          bigint,
  at          timestamptz,
  actor       uuid,
  actor_email text,
  action      text,
  lead_id     uuid,
  lead_name   text,
  detail      jsonb,
  has_lead    boolean
);

create function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$$;

create trigger keep_lines before update or delete on private.audit_log
  for each row execute function private.keep_audit_log();
create trigger keep_log before truncate on private.audit_log
  for each statement execute function private.keep_audit_log();

create function private.record_lead_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  cause constant text := nullif(current_setting('request.cause', true), '');
begin
  if tg_op = 'DELETE' then
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.deleted', old.id);
    return null;
  end if;
  insert into private.audit_log (actor, action, lead_id, detail)
    select case cause when 'turn' then null else auth.uid() end, change.action, new.id, jsonb_build_object('from', change.before, 'to', change.after)
      || case change.action
           when 'lead.status_changed' then jsonb_strip_nulls(jsonb_build_object('by', cause, 'reason', new.inactive_reason))
           when 'lead.owner_changed' then jsonb_strip_nulls(jsonb_build_object('by', cause))
           else '{}' end
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at)),
      ('lead.setup_changed',    to_jsonb(old.setup_at),       to_jsonb(new.setup_at)),
      ('lead.reason_changed',   to_jsonb(old.inactive_reason), to_jsonb(new.inactive_reason)),
      ('lead.tags_changed',     to_jsonb(old.tags),            to_jsonb(new.tags))
    ) as change (action, before, after)
    where change.before is distinct from change.after
      -- With a status its reason stands in the line of the status.
      and (change.action <> 'lead.reason_changed' or new.lead_status = old.lead_status);
  return null;
end
$$;

create trigger record_change
  after update of lead_status, payment_status, owner, callback_at, setup_at, inactive_reason, tags or delete on public.leads
  for each row execute function private.record_lead_change();

create function private.record_profile_deletion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.audit_log (actor, action, detail)
    values (auth.uid(), 'profile.deleted', jsonb_build_object('profile_id', old.id));
  return null;
end
$$;

create trigger record_deletion after delete on public.user_profiles
  for each row execute function private.record_profile_deletion();

create function public.record_lead_opened(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  insert into private.audit_log (actor, action, lead_id)
    select auth.uid(), 'lead.opened', id from public.leads where id = lead_id_param;
  update private.notifications set read_at = now()
    where lead_id = lead_id_param and recipient = auth.uid() and read_at is null;
end
$$;
comment on function public.record_lead_opened is
  'The admin calls it when a detail is opened; what its reader was told of it is read.';
revoke all on function public.record_lead_opened from public, anon, authenticated, service_role;
grant execute on function public.record_lead_opened to authenticated;

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
  perform private.require_role('manager');
  return query select * from private.audit_lines(
    actor_param, coalesce(by_server_param, false), action_param, lead_id_param, from_param, to_param,
    before_at_param, before_id_param, 50);
end
$$;
comment on function public.read_audit_log is
  'Fifty lines, newest first; the next fifty with the instant and id of the last one.';
revoke all on function public.read_audit_log from public, anon, authenticated, service_role;
grant execute on function public.read_audit_log to authenticated;
