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
