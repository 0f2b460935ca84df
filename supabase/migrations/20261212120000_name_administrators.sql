-- The team knows its people by name; one list of them is read by every screen.

alter table public.admin_users
  add column name text not null default '',
  add constraint admin_users_name_is_short check (char_length(name) <= 100);
comment on column public.admin_users.name is 'As colleagues read it; empty where none was written: they read the address.';

-- Until now the list of administrators read the name that an identity provider gave.
update public.admin_users as listed
set name = left(btrim(coalesce(account.raw_user_meta_data ->> 'full_name', account.raw_user_meta_data ->> 'name', '')), 100)
from auth.users as account
where account.id = listed.user_id;

create function public.list_colleagues() returns table (user_id uuid, email text, name text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select listed.user_id, account.email::text, listed.name
    from public.admin_users as listed join auth.users as account on account.id = listed.user_id
    order by lower(coalesce(nullif(listed.name, ''), account.email::text)), listed.user_id;
end
$$;
comment on function public.list_colleagues is
  'The administrators: who may own a lead, has written a line or is told of one. Administrators only.';
revoke all on function public.list_colleagues from public, anon, authenticated, service_role;
grant execute on function public.list_colleagues to authenticated;

drop function public.list_lead_owners();
drop type private.lead_owner;
drop function public.list_audit_people();

create or replace function private.lead_groups(sorting private.lead_order)
  returns table (rank text, condition text, key_column text)
  language sql stable rows 10 set search_path = ''
  as $$
    select known.rank, known.condition, known.key_column
    from (values (case sorting.rank_direction when 'desc' then '0' else '2' end)) as at_last (rank)
    cross join lateral (
      select 'owner', concat('1', lower(coalesce(nullif(administrator.name, ''), account.email)), ' ', account.id), format('entry.owner = %L', account.id), 'created_at'
      from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
      where exists (select from private.lead_list as entry where entry.owner = account.id)
      union all
      select 'owner', at_last.rank, format('entry.owner = %L', private.nobody()), 'created_at'
      union all
      -- As the names that the list shows are spelt: accès direct, autre, e-mail, moteur de recherche, publicité, réseau social.
      select 'source', concat('1', place), format('entry.source = %L', name), 'created_at'
      from unnest('{direct,autre,courriel,recherche,publicite,reseaux}'::text[]) with ordinality as listed (name, place)
      union all
      select 'source', at_last.rank, format('entry.source = %L', ''), 'created_at'
      union all
      select 'callback_at', '1', 'entry.callback_at is not null', 'callback_at'
      union all
      select 'callback_at', at_last.rank, 'entry.callback_at is null', 'created_at'
    ) as known (grouped_by, rank, condition, key_column)
    where known.grouped_by = sorting.grouped_by
  $$;
