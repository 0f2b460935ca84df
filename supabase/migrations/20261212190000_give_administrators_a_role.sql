-- What an administrator may is a role: reads, sells, manages. Whoever administers today is a manager.

alter table public.admin_users
  add column role text not null default 'manager',
  add constraint admin_users_role_is_known check (role in ('reader', 'seller', 'manager'));
comment on column public.admin_users.role is 'What they may: see private.roles. Looked up for each call, so that a change holds at once.';

create function private.roles() returns text[]
  language sql immutable parallel safe
  return array['reader', 'seller', 'manager'];
comment on function private.roles is 'From the least to the most: who has a role may all that the roles before it may.';

create function private.has_role(least_role text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and array_position(private.roles(), role) >= array_position(private.roles(), least_role)
        and (not is_invited or private.signed_in_with_password())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  $$;
comment on function private.has_role is
  'An administrator with this role or a higher one and a live session who has chosen a password, past the second factor when one is enrolled or required.';
revoke all on function private.has_role from public, anon, authenticated, service_role;
grant execute on function private.has_role to authenticated, service_role;

create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.has_role('reader') $$;
comment on function private.is_admin is 'An administrator of any role: see private.has_role.';
revoke all on function private.is_admin from public, anon, authenticated, service_role;
grant execute on function private.is_admin to authenticated, service_role;

-- Two who take each other's role away at once wait here, one for the other: the second sees what the first has done.
create function private.wait_for_team() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('the team changes', 0));
  return null;
end
$$;

create function private.keep_a_manager() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
    select from gone left join public.admin_users as stays using (user_id)
    where gone.role = 'manager' and not gone.is_invited and stays.role is distinct from 'manager'
  ) and not exists (select from public.admin_users where role = 'manager' and not is_invited) then
    raise exception 'the last manager stays' using errcode = '23514', constraint = 'admin_users_keep_a_manager';
  end if;
  return null;
end
$$;
comment on function private.keep_a_manager is
  'Whoever takes it away: the last manager whose right has begun is neither withdrawn nor made less. A new invitation leaves the role.';

create trigger wait_for_team before update of role or delete on public.admin_users
  for each statement execute function private.wait_for_team();
create trigger keep_a_manager_withdrawn after delete on public.admin_users
  referencing old table as gone for each statement execute function private.keep_a_manager();
create trigger keep_a_manager_changed after update on public.admin_users
  referencing old table as gone for each statement execute function private.keep_a_manager();

create function private.require_role(least_role text) returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.has_role(least_role) then
    raise exception 'administrators with the role % only', least_role using errcode = '42501';
  end if;
end
$$;
comment on function private.require_role is 'As private.require_admin, for procedures that not every administrator may call.';

drop function public.list_colleagues();
create function public.list_colleagues() returns table (user_id uuid, email text, name text, role text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select listed.user_id, account.email::text, listed.name, listed.role
    from public.admin_users as listed join auth.users as account on account.id = listed.user_id
    order by lower(coalesce(nullif(listed.name, ''), account.email::text)), listed.user_id;
end
$$;
comment on function public.list_colleagues is
  'The administrators: who may own a lead, has written a line or is told of one. Administrators only.';
revoke all on function public.list_colleagues from public, anon, authenticated, service_role;
grant execute on function public.list_colleagues to authenticated;

drop policy "Administrators can change the status and payment of a lead" on public.leads;
create policy "Sellers can change the status and payment of a lead" on public.leads
  for update to authenticated using ((select private.has_role('seller'))) with check ((select private.has_role('seller')));

drop policy "Administrators can delete a lead" on public.leads;
create policy "Managers can delete a lead" on public.leads
  for delete to authenticated using ((select private.has_role('manager')));

drop policy "Administrators can delete a profile" on public.user_profiles;
create policy "Managers can delete a profile" on public.user_profiles
  for delete to authenticated using ((select private.has_role('manager')));

create or replace function public.adopt_newer_answers(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   uuid;
begin
  perform private.require_role('seller');
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param and newer_answers_at is not null for no key update;
  if found then
    select id into shown from private.submissions where lead_id = lead.id and is_adopted;
    perform private.adopt_submission(private.newest_submission_id(lead_id_param));
    insert into private.adoptions (lead_id, before, kept_updated_at, profile_updated_at)
      select lead.id, jsonb_build_object('lead', to_jsonb(lead), 'profile', to_jsonb(profile), 'submission', shown),
             kept.updated_at, contact.updated_at
      from public.leads as kept join public.user_profiles as contact on contact.id = kept.user_profile_id where kept.id = lead.id
      on conflict (lead_id) do update
        set (before, kept_updated_at, profile_updated_at, adopted_at)
          = (excluded.before, excluded.kept_updated_at, excluded.profile_updated_at, excluded.adopted_at);
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.answers_adopted', lead_id_param);
  end if;
end
$$;

create or replace function public.unsubscribe_by_hand(request_id_param uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  return private.leave_newsletter(request_id_param, 'team', now());
end
$$;

create or replace function public.leave_waiting_list(entry_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  return private.leave_waiting_lists(
    coalesce((select id from private.submissions where lead_id = entry_id_param and form = 'conferences' limit 1), entry_id_param),
    'team', now());
end
$$;

create or replace function public.list_delivery_receivers() returns setof private.delivery_receiver
  language sql stable security definer set search_path = ''
  as $$ select private.require_role('manager'); select * from private.delivery_receivers() $$;

create or replace function public.list_open_deliveries() returns setof private.open_delivery
  language sql stable security definer set search_path = ''
  as $$ select private.require_role('manager'); select * from private.open_deliveries() $$;

create or replace function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
  language plpgsql stable security definer rows 6 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  today    constant date := (now() at time zone 'Europe/Paris')::date;
  since    constant timestamptz := private.start_of_day(today - 30);
  -- A lead is called within two days, and a delivery is tried again for a while.
  too_late constant timestamptz := private.start_of_day(today - 2);
  a_while  constant interval := '1 hour';
  received bigint;
  waiting  bigint;
  leads    bigint;
  astray   bigint;
  -- And came in these days themselves.
  leads_astray bigint;
begin
  perform private.require_role('manager');
  select count(*) into received from private.submissions where created_at >= since;
  select count(*) into waiting from private.payment_starts as start
    where start.started_at >= since
      and not exists (select from private.submissions where idempotency_key = start.reference);
  select count(*) into leads from private.lead_list where created_at >= since;
  select count(*), count(entry.lead_id) into astray, leads_astray
    from (
      select distinct lead_id from private.deliveries
      where lead_id is not null and created_at >= since
        and (status = 'dead' or status = 'waiting' and created_at < now() - a_while)
    ) as gone
    left join private.lead_list as entry on entry.lead_id = gone.lead_id and entry.created_at >= since;

  return query values
    ('browser', received + waiting, 0::bigint),
    ('received', received, waiting),
    -- No submission is stored without its lead: a foreign key says so.
    ('lead', leads, 0::bigint),
    ('delivered', leads - leads_astray, astray),
    ('contacted',
      (select pg_catalog.count(*) from public.leads where created_at >= since and contacted_at is not null),
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.lead_status = 'to_contact' and entry.created_at >= since and entry.created_at < too_late)),
    ('paid',
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.payment_status and entry.created_at >= since),
      (select pg_catalog.count(*) from private.payment_events where state = 'waiting' and received_at >= since));
end
$$;

create or replace function public.read_audit_log(
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

create or replace function public.save_lead_view(
  name_param text, query_param text, is_shared_param boolean default false, search_param text default null
) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most     constant integer := 50;
  saved_id uuid;
begin
  perform private.require_role(case when is_shared_param then 'seller' else 'reader' end);
  -- One at a time for each person: so nobody keeps more than that.
  perform from public.admin_users where user_id = auth.uid() for update;
  if (select count(*) >= most from private.lead_views where owner = auth.uid() and name <> btrim(name_param)) then
    return null;
  end if;
  insert into private.lead_views (owner, name, query, is_shared, search)
    values (auth.uid(), btrim(name_param), query_param, is_shared_param, search_param)
    on conflict (owner, name) do update
      set (query, is_shared, search, saved_at) = (excluded.query, excluded.is_shared, excluded.search, now())
    returning id into saved_id;
  return saved_id;
end
$$;

comment on function public.save_lead_view is
  'Keeps a view under a name; one''s own view of that name is replaced. Null when its author keeps 50 others. Administrators only; who reads only shares none.';

create or replace function private.record_lead_change() returns trigger
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

create or replace function public.save_tag(name_param text, tag_id_param integer default null) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most     constant integer := 200;
  saved_id integer;
begin
  perform private.require_role('seller');
  if exists (select from private.tags where private.folded(name) = private.folded(name_param) and id is distinct from tag_id_param) then
    return null;
  end if;
  if tag_id_param is not null then
    update private.tags set name = btrim(name_param) where id = tag_id_param returning id into saved_id;
  elsif (select count(*) < most from private.tags) then
    insert into private.tags (name) values (btrim(name_param)) returning id into saved_id;
  end if;
  return saved_id;
end
$$;

create or replace function public.delete_tag(tag_id_param integer) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  delete from private.tags where id = tag_id_param;
  return found;
end
$$;

create or replace function public.list_lead_imports() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_role('manager');
  return (
    select coalesce(jsonb_agg(
      to_jsonb(import) - array['author', 'undone_by'] || jsonb_build_object(
        'author_email', (select email from auth.users where users.id = import.author),
        'may_undo', import.reached_at >= now() - interval '1 day' and (
          import.undone_at is null or exists (select from private.leads_of_import(import.id) where is_untouched)))
      order by import.started_at desc, import.id), '[]')
    from (select * from private.lead_imports order by started_at desc limit 50) as import);
end
$$;

create or replace function public.undo_adopted_answers(lead_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  adoption private.adoptions;
begin
  perform private.require_role('seller');
  perform private.lock_contacts(array[lead_id_param]);
  select * into adoption from private.adoptions
    where lead_id = lead_id_param and adopted_at > now() - interval '10 minutes' for update;
  if not found then
    return 'settled';
  end if;
  perform from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
      and (lead.updated_at, profile.updated_at) = (adoption.kept_updated_at, adoption.profile_updated_at);
  if not found then
    return 'changed_meanwhile';
  end if;
  update private.submissions set is_adopted = false where lead_id = lead_id_param and is_adopted;
  update private.submissions set is_adopted = true where id = (adoption.before ->> 'submission')::uuid;
  perform private.put_back('public.user_profiles', adoption.before -> 'profile');
  perform private.put_back('public.leads', adoption.before -> 'lead');
  delete from private.adoptions where lead_id = lead_id_param;
  insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.adoption_undone', lead_id_param);
  return 'undone';
end
$$;

-- Who looks after the next lead of an offer: its people take turns, where it has some.

create table private.lead_turns (
  funnel_origin text   not null,
  user_id       uuid   not null,
  last_turn     bigint not null default 0,
  constraint lead_turns_pkey                   primary key (funnel_origin, user_id),
  constraint lead_turns_person                 foreign key (user_id) references public.admin_users (user_id) on delete cascade,
  constraint lead_turns_funnel_origin_is_known check (funnel_origin = any (private.forms()))
);
comment on table  private.lead_turns is 'None by default: leads have no owner then.';
comment on column private.lead_turns.last_turn is 'The higher, the later: the lowest of an offer comes next.';

create index lead_turns_by_person on private.lead_turns (user_id);

alter table private.lead_turns enable row level security, force row level security;
revoke all on private.lead_turns from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the turns" on private.lead_turns
  for all to current_user using (true) with check (true);

create function private.set_turns(origin text, user_ids uuid[]) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
begin
  if exists (
    select from unnest(user_ids) as asked (id)
    where not exists (select from public.admin_users where user_id = asked.id and role <> 'reader')
  ) then
    return false;
  end if;
  delete from private.lead_turns where funnel_origin = origin and user_id <> all (user_ids);
  insert into private.lead_turns (funnel_origin, user_id) select origin, id from unnest(user_ids) as asked (id)
    on conflict do nothing;
  return true;
end
$$;
comment on function private.set_turns is
  'False when one of them administers nothing, or only reads. Who is new comes next, and once.';

create function private.give_turn() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  cause  constant text := coalesce(current_setting('request.cause', true), '');
  chosen uuid;
begin
  -- People before turns, as a withdrawal locks them. Leads of one offer then wait for one another: each sees the turn
  -- that the one before took, and only then who comes next.
  perform from public.admin_users
    where user_id in (select user_id from private.lead_turns where funnel_origin = new.funnel_origin)
    order by user_id for key share;
  if not found then
    return null;
  end if;
  perform from private.lead_turns where funnel_origin = new.funnel_origin order by user_id for update;
  select turn.user_id into chosen
    from private.lead_turns as turn join public.admin_users as listed using (user_id)
    where turn.funnel_origin = new.funnel_origin and not listed.is_invited and listed.role <> 'reader'
    order by turn.last_turn, turn.user_id limit 1;
  if chosen is null then
    return null;
  end if;
  update private.lead_turns
    set last_turn = 1 + (select max(last_turn) from private.lead_turns where funnel_origin = new.funnel_origin)
    where funnel_origin = new.funnel_origin and user_id = chosen;
  perform set_config('request.cause', 'turn', true);
  update public.leads set owner = chosen where id = new.id;
  perform set_config('request.cause', cause, true);
  return null;
end
$$;
comment on function private.give_turn is
  'Of who still administers and does not only read. A lead that comes back, by an undone merge, keeps the owner it had: none.';

-- After the row, since one that is there already takes no turn.
create trigger give_turn after insert on public.leads
  for each row when (new.owner is null and new.created_at = now()) execute function private.give_turn();
