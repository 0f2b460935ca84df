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
comment on table private.audit_log is 'Append-only. A null actor is the server itself: a payment, the retention job.';
comment on column private.audit_log.lead_id is 'No foreign key: the line outlives the lead.';

create index audit_log_by_lead on private.audit_log (lead_id, at);

alter table private.audit_log enable row level security;
alter table private.audit_log force row level security;
revoke all on private.audit_log from public, anon, authenticated, service_role;

create policy "The owner of the schema can add lines" on private.audit_log
  for insert to current_user with check (true);
create policy "The owner of the schema can read the log" on private.audit_log
  for select to current_user using (true);
create policy "The owner of the schema can drop lines a year old" on private.audit_log
  for delete to current_user using (at < now() - interval '1 year');

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
begin
  if tg_op = 'DELETE' then
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.deleted', old.id);
    return null;
  end if;
  if new.lead_status is distinct from old.lead_status then
    insert into private.audit_log (actor, action, lead_id, detail)
      values (auth.uid(), 'lead.status_changed', new.id, jsonb_build_object('from', old.lead_status, 'to', new.lead_status));
  end if;
  if new.payment_status is distinct from old.payment_status then
    insert into private.audit_log (actor, action, lead_id, detail)
      values (auth.uid(), 'lead.payment_changed', new.id, jsonb_build_object('from', old.payment_status, 'to', new.payment_status));
  end if;
  return null;
end
$$;

create trigger record_change after update of lead_status, payment_status or delete on public.leads
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
end
$$;
comment on function public.record_lead_opened is 'The admin calls it when a detail is opened.';

revoke all on function public.record_lead_opened(uuid) from public, anon, authenticated, service_role;
grant execute on function public.record_lead_opened(uuid) to authenticated;
