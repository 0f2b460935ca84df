-- The journal from which the screens of others follow what one person changes (docs/decisions/0029).

create table private.lead_events (
  id             bigint      not null generated always as identity,
  transaction_id xid8        not null default pg_current_xact_id(),
  at             timestamptz not null default clock_timestamp(),
  change         text        not null,
  lead_ids       uuid[],
  constraint lead_events_pkey            primary key (transaction_id, id),
  constraint lead_events_change_is_known check (change in ('created', 'updated', 'deleted')),
  constraint lead_events_name_few_leads  check (cardinality(lead_ids) between 1 and 1000)
);
comment on table  private.lead_events is
  'What one statement did to leads: which, and nothing of what they say. Lines go after an hour.';
comment on column private.lead_events.lead_ids is
  'Null when there were more than 1,000: whoever reads it reads everything again.';

create index lead_events_by_time on private.lead_events (at);

alter table private.lead_events enable row level security, force row level security;
revoke all on private.lead_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the journal" on private.lead_events
  for all to current_user using (true) with check (true);

create function private.tell_lead_events(change_param text, lead_ids_param uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  if cardinality(lead_ids_param) = 0 then
    return;
  end if;
  insert into private.lead_events (change, lead_ids)
    values (change_param, case when cardinality(lead_ids_param) <= 1000 then lead_ids_param end);
  perform pg_notify('lead_events', 'leads'); -- of many in one transaction, one leaves
end
$$;
comment on function private.tell_lead_events is 'Give at most 1,001 ids: more than 1,000 are all the same.';

create function private.tell_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events(
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    array(select id from changed limit 1001)
  );
  return null;
end
$$;

create trigger tell_created after insert on public.leads
  referencing new table as changed for each statement execute function private.tell_changed_leads();
create trigger tell_updated after update on public.leads
  referencing new table as changed for each statement execute function private.tell_changed_leads();
create trigger tell_deleted after delete on public.leads
  referencing old table as changed for each statement execute function private.tell_changed_leads();

create function private.tell_leads_of_changed_profiles() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events('updated', array(
    select lead.id from changed join public.leads as lead on lead.user_profile_id = changed.id limit 1001
  ));
  return null;
end
$$;
comment on function private.tell_leads_of_changed_profiles is 'A lead shows its profile where it says nothing itself.';

create trigger tell_updated after update on public.user_profiles
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_profiles();

create function private.tell_leads_of_changed_rows() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events('updated', array(
    select distinct lead_id from changed where lead_id is not null limit 1001
  ));
  return null;
end
$$;
comment on function private.tell_leads_of_changed_rows is
  'For any table with a lead_id whose rows the file of a lead shows. Give it the rows as the transition table `changed`.';

create trigger tell_added after insert on private.payment_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.payment_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_added after insert on private.billing_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.billing_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_added after insert on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_deleted after delete on private.lead_notes
  referencing old table as changed for each statement execute function private.tell_leads_of_changed_rows();

create function private.tell_alerts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_notify('lead_events', 'alerts');
  return null;
end
$$;
comment on function private.tell_alerts is
  'What public.count_admin_alerts() counts is another number. Who missed it counts again: no line is kept.';

create trigger tell_alerts after insert or update or delete on private.payment_events
  for each statement execute function private.tell_alerts();
create trigger tell_alerts after insert or update or delete on private.billing_events
  for each statement execute function private.tell_alerts();
-- Deliveries are claimed and settled all day: only what gives up, or leaves that state, is told.
create trigger tell_given_up after update of status on private.deliveries
  for each row when (old.status is distinct from new.status and 'dead' in (old.status, new.status))
  execute function private.tell_alerts();
create trigger tell_dropped after delete on private.deliveries
  for each row when (old.status = 'dead') execute function private.tell_alerts();
