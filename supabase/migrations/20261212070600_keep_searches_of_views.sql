-- A view of the list keeps its search too, apart from the rest: it goes with the last lead that it finds.

alter table private.lead_views
  add column search text,
  add constraint lead_views_search check (char_length(search) between 1 and 200);
comment on column private.lead_views.query is
  'The query string of the list, without its search. Whoever reads it ignores what they do not understand (subjects/leads/rules/lead-filters.ts).';
comment on column private.lead_views.search is
  'What is searched for: mostly somebody''s name, which goes with the last lead that it finds.';

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

drop function public.list_lead_views();
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

drop function public.save_lead_view(text, text, boolean);
create function public.save_lead_view(
  name_param text, query_param text, is_shared_param boolean default false, search_param text default null
) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most     constant integer := 50;
  saved_id uuid;
begin
  perform private.require_admin();
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
  'Keeps a view under a name; one''s own view of that name is replaced. Null when its author keeps 50 others. Administrators only.';
revoke all on function public.save_lead_view from public, anon, authenticated, service_role;
grant execute on function public.save_lead_view to authenticated;
