-- Managers write articles in the desk.

create table private.site_articles (
  id      text        not null,
  content jsonb       not null,
  author  uuid        not null,
  kept_at timestamptz not null default now(),
  constraint site_articles_pkey    primary key (id),
  constraint site_articles_id      check (id ~ '^[0-9a-f]{32}$'),
  constraint site_articles_content check (jsonb_typeof(content) = 'object' and octet_length(content::text) <= 200000)
);
comment on table  private.site_articles is
  'What articles say, each text once: a version of the site names which one stands at which address. None is changed.';
comment on column private.site_articles.id is 'Made of what it says.';
comment on column private.site_articles.author is 'An administrator. No foreign key: the text outlives the account.';
comment on column private.site_articles.kept_at is 'When it was written last.';

alter table private.site_articles enable row level security, force row level security;
revoke all on private.site_articles from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the articles of the site" on private.site_articles
  for all to current_user using (true) with check (true);

create function private.keep_site_articles() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if to_jsonb(new) - 'kept_at' = to_jsonb(old) - 'kept_at' then
    return new;
  end if;
  raise exception 'articles of the site are kept as they are' using errcode = '42501';
end
$$;

create trigger keep_articles before update on private.site_articles
  for each row execute function private.keep_site_articles();

create function private.drop_unnamed_site_articles(now_param timestamptz) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  dropped integer;
begin
  -- As for pictures.
  perform pg_advisory_xact_lock(hashtextextended('draft of the site', 0));
  delete from private.site_articles
    where kept_at < now_param - interval '30 days' and id not in (
      select distinct named #>> '{}'
      from (select document from private.site_versions union all select document from private.site_draft) as site,
           jsonb_path_query(site.document, '$.articles.*.content') as named);
  get diagnostics dropped = row_count;
  return dropped;
end
$$;
comment on function private.drop_unnamed_site_articles is 'Written a month ago, and named nowhere. How many.';

create or replace function private.named_site_pictures() returns setof text
  language sql stable set search_path = ''
  as $$
    select distinct named #>> '{}'
    from (select document as said from private.site_versions union all select document from private.site_draft
          union all select content from private.site_articles) as site,
         jsonb_path_query(site.said, '$.**.picture.id') as named
  $$;
comment on function private.named_site_pictures is 'What a version, the draft or an article names.';
