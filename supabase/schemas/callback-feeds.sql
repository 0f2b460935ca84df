-- The address under which the calendar of an administrator reads their call-backs. Its id is in it, sealed; another one
-- ends the address before.

create table private.callback_feeds (
  user_id uuid        not null,
  id      uuid        not null default gen_random_uuid(),
  made_at timestamptz not null default now(),
  constraint callback_feeds_pkey   primary key (user_id),
  constraint callback_feeds_one_id unique (id),
  constraint callback_feeds_reader foreign key (user_id) references public.admin_users (user_id) on delete cascade
);
comment on table private.callback_feeds is 'One for each administrator who asked for it. It ends with their right.';

alter table private.callback_feeds enable row level security, force row level security;
revoke all on private.callback_feeds from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the addresses" on private.callback_feeds
  for all to current_user using (true) with check (true);

create function private.callbacks_of_feed(feed_id uuid)
  returns table (lead_id uuid, callback_at timestamptz, name text, company text, phone text)
  language sql stable set search_path = ''
  as $$
    select lead.id, lead.callback_at,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.company_name, profile.company_name), coalesce(lead.phone, profile.phone)
    from private.callback_feeds as feed
    join public.leads as lead on lead.owner = feed.user_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where feed.id = feed_id and lead.callback_at > now() - interval '30 days'
    order by lead.callback_at, lead.id
    limit 500
  $$;
comment on function private.callbacks_of_feed is 'What its reader promised, from a month ago on.';
