-- Words of its own that the team puts on leads. A tag has one name, whatever its case and accents; renamed, it is so on
-- every lead.

create table private.tags (
  id         integer     not null generated always as identity,
  name       text        not null,
  created_at timestamptz not null default now(),
  constraint tags_pkey primary key (id),
  constraint tags_name check (name = btrim(name) and char_length(name) between 1 and 40 and name !~ '[,[:cntrl:]]')
);
comment on table  private.tags is 'The team''s list of tags.';
comment on column private.tags.id is 'Never given twice: what a deleted tag leaves on leads means nothing any more.';
comment on column private.tags.name is 'Without a comma, which stands between tags in the address of the list.';

create unique index tags_by_name on private.tags (private.folded(name));

alter table private.tags enable row level security, force row level security;
revoke all on private.tags from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the tags" on private.tags
  for all to current_user using (true) with check (true);

create type private.tag as (
  id   integer,
  name text
);

create function private.tag_names(ids integer[]) returns text[]
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select array(select name from private.tags where id = any (ids) order by private.folded(name))
  );
end
$$;
comment on function private.tag_names is 'Of a lead. Those that were deleted have none.';
revoke all on function private.tag_names from public, anon, authenticated, service_role;
grant execute on function private.tag_names to authenticated, service_role;

create function private.tags_named(names text[]) returns integer[]
  language plpgsql stable set search_path = ''
  as $$
begin
  return (
    select array(
      select id from private.tags
      where private.folded(name) = any (array(select private.folded(asked) from unnest(names) as asked)) order by id)
  );
end
$$;
comment on function private.tags_named is 'Whatever their case and accents; names that no tag has are left out.';

create function private.tags_beside(ids jsonb, others jsonb) returns text[]
  language sql stable set search_path = ''
  as $$
    select private.tag_names(array(
      select id::integer from jsonb_array_elements_text(ids) as id where not others @> id::jsonb))
  $$;
comment on function private.tags_beside is 'Names of the tags that are not among the others.';

create function private.tag_leads(ids uuid[], added text[], removed text[]) returns setof private.lead_change
  language plpgsql volatile set search_path = ''
  as $$
declare
  most     constant integer := 20;
  asked_id uuid;
  result   private.lead_change;
  lead     public.leads;
  adds     integer[];
  removes  constant integer[] := private.tags_named(removed);
  wanted   integer[];
begin
  insert into private.tags (name) select btrim(name) from unnest(added) as name on conflict do nothing;
  adds := private.tags_named(added);
  -- In the order of the ids, so that two who change the same leads never wait for one another.
  for asked_id in select distinct asked from unnest(ids) as asked order by asked loop
    result := (asked_id, null, null, null, null, null);
    select * into lead from public.leads where id = asked_id for no key update;
    if not found then
      result.code         := private.whereabouts(asked_id) ->> 'code';
      result.kept_lead_id := (private.whereabouts(asked_id) ->> 'kept_lead_id')::uuid;
      return next result;
      continue;
    end if;

    result.before := jsonb_build_object('tags', private.tag_names(lead.tags));
    wanted := array(
      select id from private.tags where id = any (lead.tags || adds) and id <> all (removes) order by id);
    if wanted = lead.tags then
      result.code := 'unchanged';
    elsif cardinality(wanted) > most then
      result.code := 'too_many_tags';
    else
      result.code := 'changed';
      update public.leads set tags = wanted where id = lead.id returning * into lead;
    end if;
    result.stored     := jsonb_build_object('tags', private.tag_names(lead.tags));
    result.updated_at := lead.updated_at;
    return next result;
  end loop;
end
$$;
comment on function private.tag_leads is
  'Puts tags on each lead, then takes others away, by name; a name that no tag has makes one. Of each what became of it: changed, unchanged, too_many_tags, unknown_lead, lead_merged.';

create function public.list_tags() returns setof private.tag
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select kept.id, kept.name from private.tags as kept order by private.folded(kept.name);
end
$$;
comment on function public.list_tags is 'The team''s tags, by name. Administrators only.';
revoke all on function public.list_tags from public, anon, authenticated, service_role;
grant execute on function public.list_tags to authenticated;

create function public.save_tag(name_param text, tag_id_param integer default null) returns integer
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
comment on function public.save_tag is
  'A new tag, or another name for one. Null when the name is taken, when there is no such tag, or when there are 200. Administrators only.';
revoke all on function public.save_tag from public, anon, authenticated, service_role;
grant execute on function public.save_tag to authenticated;

create function public.delete_tag(tag_id_param integer) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  delete from private.tags where id = tag_id_param;
  return found;
end
$$;
comment on function public.delete_tag is 'From the list, and so from every lead. False when it is not there. Administrators only.';
revoke all on function public.delete_tag from public, anon, authenticated, service_role;
grant execute on function public.delete_tag to authenticated;
