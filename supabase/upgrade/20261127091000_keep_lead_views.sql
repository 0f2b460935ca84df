-- A view is a name for an address of the list: its author's own, or everybody's in the team.

create table private.lead_views (
  id        uuid        not null default gen_random_uuid(),
  owner     uuid        not null,
  name      text        not null,
  query     text        not null,
  is_shared boolean     not null,
  saved_at  timestamptz not null default now(),
  constraint lead_views_pkey          primary key (id),
  constraint lead_views_one_of_a_name unique (owner, name),
  constraint lead_views_author        foreign key (owner) references auth.users (id) on delete cascade,
  constraint lead_views_name          check (name = btrim(name) and char_length(name) between 1 and 80),
  constraint lead_views_query         check (char_length(query) <= 2000),
  constraint lead_views_no_search     check (query !~ '(^|[?&])recherche=')
);
comment on table  private.lead_views       is 'Views of the list of leads that the team keeps. Those that are shared stay when their author administers no more.';
comment on column private.lead_views.query is
  'The query string of the list, without a search: that is mostly somebody''s name, and would outlive them. Whoever reads it ignores what they do not understand (domain/leads/lead-filters.ts).';

alter table private.lead_views enable row level security;
alter table private.lead_views force  row level security;
revoke all on private.lead_views from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the views" on private.lead_views
  for all to current_user using (true) with check (true);

create function public.list_lead_views()
  returns table (id uuid, name text, query text, is_shared boolean, is_own boolean, may_delete boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select kept.id, kept.name, kept.query, kept.is_shared, kept.owner = auth.uid(),
           kept.owner = auth.uid() or not exists (select from public.admin_users where user_id = kept.owner)
    from private.lead_views as kept
    where kept.is_shared or kept.owner = auth.uid()
    order by kept.is_shared, lower(kept.name), kept.id;
end
$$;
comment on function public.list_lead_views is
  'One''s own views and those that are shared. Only the author may delete one, or anybody once the author administers no more. Administrators only.';

create function public.save_lead_view(name_param text, query_param text, is_shared_param boolean default false) returns uuid
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
  insert into private.lead_views (owner, name, query, is_shared)
    values (auth.uid(), btrim(name_param), query_param, is_shared_param)
    on conflict (owner, name) do update
      set (query, is_shared, saved_at) = (excluded.query, excluded.is_shared, now())
    returning id into saved_id;
  return saved_id;
end
$$;
comment on function public.save_lead_view is
  'Keeps a view under a name; one''s own view of that name is replaced. Null when its author keeps 50 others. Administrators only.';

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
comment on function public.delete_lead_view is 'False when there is no such view, or when it is somebody else''s. Administrators only.';

revoke all on function
  public.list_lead_views(), public.save_lead_view(text, text, boolean), public.delete_lead_view(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_lead_views(), public.save_lead_view(text, text, boolean), public.delete_lead_view(uuid)
  to authenticated;
