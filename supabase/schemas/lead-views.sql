-- Views of the list that administrators keep under a name.

create table private.lead_views (
  id        uuid        not null default gen_random_uuid(),
  owner     uuid        not null,
  name      text        not null,
  query     text        not null,
  is_shared boolean     not null,
  saved_at  timestamptz not null default now(),
  search    text,
  constraint lead_views_pkey          primary key (id),
  constraint lead_views_one_of_a_name unique (owner, name),
  constraint lead_views_author        foreign key (owner) references auth.users (id) on delete cascade,
  constraint lead_views_name          check (name = btrim(name) and char_length(name) between 1 and 80),
  constraint lead_views_query         check (char_length(query) <= 2000),
  constraint lead_views_no_search     check (query !~ '(^|[?&])recherche='),
  constraint lead_views_search        check (char_length(search) between 1 and 200)
);
comment on table  private.lead_views is
  'Views of the list of leads that the team keeps. Those that are shared stay when their author administers no more.';
comment on column private.lead_views.query is
  'The query string of the list, without its search. Whoever reads it ignores what they do not understand (subjects/leads/rules/lead-filters.ts).';
comment on column private.lead_views.search is
  'What is searched for: mostly somebody''s name, which goes with the last lead that it finds.';

alter table private.lead_views enable row level security, force row level security;
revoke all on private.lead_views from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the views" on private.lead_views
  for all to current_user using (true) with check (true);

create function private.forget_search() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  kept    record;
  is_left boolean;
begin
  for kept in select distinct search from private.lead_views where search is not null loop
    execute format(
      'select exists (select from (select ($1).*) as words where %1$s)
         and not exists (select from private.lead_words as words where %2$s)',
      private.words_condition(kept.search), private.indexed_words(kept.search)) into is_left using old;
    if is_left then
      update private.lead_views set search = null where search = kept.search;
    end if;
  end loop;
  return null;
end
$$;
comment on function private.forget_search is
  'What is searched for may be a person''s name: with the last lead that it finds, no view keeps it.';

create trigger forget_search after delete on private.lead_words
  for each row execute function private.forget_search();

create function public.list_lead_views()
  returns table (id uuid, name text, query text, is_shared boolean, is_own boolean, may_delete boolean, search text)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select kept.id, kept.name, kept.query, kept.is_shared, kept.owner = auth.uid(),
           kept.owner = auth.uid() or not exists (select from public.admin_users where user_id = kept.owner), kept.search
    from private.lead_views as kept
    where kept.is_shared or kept.owner = auth.uid()
    order by kept.is_shared, lower(kept.name), kept.id;
end
$$;
comment on function public.list_lead_views is
  'One''s own views and those that are shared. Only the author may delete one, or anybody once the author administers no more. Administrators only.';
revoke all on function public.list_lead_views from public, anon, authenticated, service_role;
grant execute on function public.list_lead_views to authenticated;

create function public.save_lead_view(
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
revoke all on function public.save_lead_view from public, anon, authenticated, service_role;
grant execute on function public.save_lead_view to authenticated;

create function public.delete_lead_view(view_id_param uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  delete from private.lead_views as kept
  where kept.id = view_id_param
    and (kept.owner = auth.uid()
         or kept.is_shared and not exists (select from public.admin_users where user_id = kept.owner));
  return found;
end
$$;
comment on function public.delete_lead_view is
  'False when there is no such view, or when it is somebody else''s. Administrators only.';
revoke all on function public.delete_lead_view from public, anon, authenticated, service_role;
grant execute on function public.delete_lead_view to authenticated;
