-- Pictures of the site that managers sent, in the widths and kinds in which they are served (docs/decisions/0118).

create table private.site_pictures (
  id      text        not null,
  width   integer     not null,
  height  integer     not null,
  author  uuid        not null,
  kept_at timestamptz not null default now(),
  constraint site_pictures_pkey   primary key (id),
  constraint site_pictures_id     check (id ~ '^[0-9a-f]{32}$'),
  constraint site_pictures_width  check (width between 1 and 1440),
  constraint site_pictures_height check (height between 1 and 2160)
);
comment on table  private.site_pictures is 'Pictures that managers sent for the site. None is changed: another picture has another id.';
comment on column private.site_pictures.id is 'Made of what is in its files.';
comment on column private.site_pictures.width is 'Of the widest file; as height, in pixels.';
comment on column private.site_pictures.author is 'An administrator. No foreign key: the picture outlives the account.';
comment on column private.site_pictures.kept_at is 'When it was sent last.';

create table private.site_picture_files (
  picture text    not null,
  width   integer not null,
  kind    text    not null,
  content bytea   not null,
  constraint site_picture_files_pkey    primary key (picture, width, kind),
  constraint site_picture_files_picture foreign key (picture) references private.site_pictures (id) on delete cascade,
  constraint site_picture_files_width   check (width between 1 and 1440),
  constraint site_picture_files_kind    check (kind in ('avif', 'webp')),
  constraint site_picture_files_content check (octet_length(content) between 1 and 4194304)
);
comment on table private.site_picture_files is 'A picture in each width and each kind, as it is served.';

alter table private.site_pictures enable row level security, force row level security;
revoke all on private.site_pictures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the pictures of the site" on private.site_pictures
  for all to current_user using (true) with check (true);

alter table private.site_picture_files enable row level security, force row level security;
revoke all on private.site_picture_files from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the files of pictures" on private.site_picture_files
  for all to current_user using (true) with check (true);

create function private.keep_site_pictures() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_table_name = 'site_pictures' and to_jsonb(new) - 'kept_at' = to_jsonb(old) - 'kept_at' then
    return new;
  end if;
  raise exception 'pictures of the site are kept as they are' using errcode = '42501';
end
$$;

create trigger keep_pictures before update on private.site_pictures
  for each row execute function private.keep_site_pictures();
create trigger keep_files before update on private.site_picture_files
  for each row execute function private.keep_site_pictures();

create function private.begin_site_picture(
  id_param text, width_param integer, height_param integer, author_param uuid, bytes_param bigint
) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  most constant bigint := 200000000;
begin
  -- One after the other: two that fit alone may not fit together.
  lock table private.site_pictures in share row exclusive mode;
  update private.site_pictures set kept_at = now() where id = id_param;
  if found then
    return true;
  end if;
  if bytes_param + (select coalesce(sum(octet_length(content)), 0) from private.site_picture_files) > most then
    return false;
  end if;
  insert into private.site_pictures (id, width, height, author) values (id_param, width_param, height_param, author_param);
  return true;
end
$$;
comment on function private.begin_site_picture is
  'The row that the files of a picture belong to, which may be there already. False where they would not fit: 200 MB in all.';

create function private.named_site_pictures() returns setof text
  language sql stable set search_path = ''
  as $$
    select distinct named #>> '{}'
    from (select document as said from private.site_versions union all select document from private.site_draft
          union all select content from private.site_articles) as site,
         jsonb_path_query(site.said, '$.**.picture.id') as named
  $$;
comment on function private.named_site_pictures is 'What a version, the draft or an article names.';

create function private.drop_unnamed_site_pictures(now_param timestamptz) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  dropped integer;
begin
  -- Who saves a draft holds the same lock, and names what is there.
  perform pg_advisory_xact_lock(hashtextextended('draft of the site', 0));
  delete from private.site_pictures
    where kept_at < now_param - interval '30 days' and id not in (select private.named_site_pictures());
  get diagnostics dropped = row_count;
  return dropped;
end
$$;
comment on function private.drop_unnamed_site_pictures is 'Sent a month ago, and named nowhere. How many.';
