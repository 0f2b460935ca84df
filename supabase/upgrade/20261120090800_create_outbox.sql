-- What must reach somebody else (automation receivers, mailboxes) is a row before it is a message: it commits with what
-- caused it, survives a crash, and is tried until it is delivered or given up where an administrator sees it.

create table private.settings (
  key   text  not null,
  value jsonb not null,
  constraint settings_pkey primary key (key)
);
comment on table private.settings is 'What SQL needs to know of the configuration; the server writes it at start. site_origin: scheme and host of the site.';

create table private.receivers (
  id              uuid        not null default gen_random_uuid(),
  topic           text        not null,
  url             text        not null,
  disabled_at     timestamptz,
  disabled_reason text,
  paused_until    timestamptz,
  failure_count   integer     not null default 0,
  created_at      timestamptz not null default now(),
  constraint receivers_pkey               primary key (id),
  constraint receivers_one_per_url        unique (topic, url),
  constraint receivers_topic_is_known     check (topic in ('lead', 'sign_in')),
  constraint receivers_failures_are_counted check (failure_count >= 0)
);
comment on table private.receivers is 'Addresses come from the environment only; the outbox writes them here at start.';

create table private.deliveries (
  id           uuid        not null default gen_random_uuid(),
  kind         text        not null,
  receiver_id  uuid,
  event        text        not null,
  lead_id      uuid,
  body         jsonb       not null,
  status       text        not null default 'waiting',
  attempts     integer     not null default 0,
  next_try_at  timestamptz not null default now(),
  leased_until timestamptz,
  leased_by    text,
  last_status  integer,
  last_error   text,
  delivered_at timestamptz,
  created_at   timestamptz not null default now(),
  constraint deliveries_pkey            primary key (id),
  constraint deliveries_receiver        foreign key (receiver_id) references private.receivers (id),
  constraint deliveries_lead            foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint deliveries_kind_is_known   check (kind in ('webhook', 'mail')),
  constraint deliveries_status_is_known check (status in ('waiting', 'delivered', 'dead')),
  constraint deliveries_webhooks_have_a_receiver check ((kind = 'webhook') = (receiver_id is not null))
);
comment on column private.deliveries.id   is 'The webhook-id: the same on every try.';
comment on column private.deliveries.body is 'Of a webhook, what is posted; of a mail, {"to", "template", "data"}.';

-- The worker's claim, its sweep of lost leases, the admin's list of what gave up, and the erasure of a lead.
create index deliveries_due         on private.deliveries (next_try_at) where status = 'waiting';
create index deliveries_by_receiver on private.deliveries (receiver_id, created_at) where status <> 'delivered';
create index deliveries_by_lead     on private.deliveries (lead_id);

create table private.sign_in_events (
  session_id uuid        not null,
  user_id    uuid,
  created_at timestamptz not null default now(),
  constraint sign_in_events_one_per_session primary key (session_id)
);
comment on table private.sign_in_events is 'Sessions whose sign-in was announced: once each.';

create table private.rate_buckets (
  key        text             not null,
  tokens     double precision not null,
  updated_at timestamptz      not null default now(),
  constraint rate_buckets_pkey primary key (key)
);
comment on table private.rate_buckets is 'Token buckets of the public endpoints; the key is a hash of purpose and address or account.';

alter table private.settings       enable row level security;
alter table private.settings       force  row level security;
alter table private.receivers      enable row level security;
alter table private.receivers      force  row level security;
alter table private.deliveries     enable row level security;
alter table private.deliveries     force  row level security;
alter table private.sign_in_events enable row level security;
alter table private.sign_in_events force  row level security;
alter table private.rate_buckets   enable row level security;
alter table private.rate_buckets   force  row level security;

revoke all on private.settings, private.receivers, private.deliveries, private.sign_in_events, private.rate_buckets
  from public, anon, authenticated, service_role;

create policy "The owner of the schema keeps the settings" on private.settings
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the receivers" on private.receivers
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the deliveries" on private.deliveries
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the announced sign-ins" on private.sign_in_events
  for all to current_user using (true) with check (true);
create policy "The owner of the schema keeps the rate buckets" on private.rate_buckets
  for all to current_user using (true) with check (true);
