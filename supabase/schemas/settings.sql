-- What SQL needs to know of the configuration, what is counted against limits, and what jobs say of their last run.

create table private.settings (
  key   text  not null,
  value jsonb not null,
  constraint settings_pkey primary key (key)
);
comment on table private.settings is
  'What SQL needs to know of the configuration; the server writes it at start. site_origin: scheme and host of the site.';

alter table private.settings enable row level security, force row level security;
revoke all on private.settings from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the settings" on private.settings
  for all to current_user using (true) with check (true);

create table private.rate_buckets (
  key        text             not null,
  tokens     double precision not null,
  updated_at timestamptz      not null default now(),
  constraint rate_buckets_pkey primary key (key)
);
comment on table private.rate_buckets is
  'Token buckets of the public endpoints; the key is a hash of purpose and address or account.';

alter table private.rate_buckets enable row level security, force row level security;
revoke all on private.rate_buckets from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the rate buckets" on private.rate_buckets
  for all to current_user using (true) with check (true);

create table private.job_reports (
  job          text        not null,
  started_at   timestamptz not null,
  succeeded_at timestamptz,
  failed_at    timestamptz,
  failures     integer     not null default 0,
  last_rows    bigint      not null default 0,
  rows_in_all  bigint      not null default 0,
  constraint job_reports_pkey                 primary key (job),
  constraint job_reports_failures_are_counted check (failures >= 0),
  constraint job_reports_rows_are_counted     check (last_rows >= 0 and rows_in_all >= last_rows)
);
comment on table  private.job_reports is 'One row for each scheduled job. Says nothing of a person.';
comment on column private.job_reports.started_at is 'Later than both ends: the job runs now, or was killed.';
comment on column private.job_reports.failures is 'In a row, since the last success.';
comment on column private.job_reports.last_rows is
  'Removed or emptied since started_at: each batch counts itself, in its own transaction.';

alter table private.job_reports enable row level security, force row level security;
revoke all on private.job_reports from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the reports of jobs" on private.job_reports
  for all to current_user using (true) with check (true);

create function private.may_mail_to(email text) returns boolean
  language sql volatile set search_path = ''
  as $$
    insert into private.rate_buckets as bucket (key, tokens, updated_at)
      values (
        rtrim(translate(encode(sha256(convert_to(E'mails to mailbox\n' || private.mailbox_of(email), 'utf8')), 'base64'), '+/', '-_'), '='),
        4, now())
      on conflict (key) do update set
        tokens = least(
          5,
          bucket.tokens + (bucket.tokens < 0)::int + case
            when bucket.updated_at > now() + interval '10 s' then 1
            else extract(epoch from now() - bucket.updated_at) * 5 / 24 / 3600
          end
        ) - 1,
        updated_at = now()
      returning tokens >= 0
  $$;
comment on function private.may_mail_to is
  'Takes one of the five mails that strangers may cause in one mailbox at once: the bucket of `countMailTo` in server/mail, whose tests compare both.';

create function private.has_enough_mail(lead_id_param uuid) returns boolean
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select count(*) >= 3
    from public.leads as lead
    join public.leads as sibling on sibling.user_profile_id = lead.user_profile_id
    join private.deliveries as delivery on delivery.lead_id = sibling.id
    where lead.id = lead_id_param
      and delivery.event = 'mail.lead-received'
      and delivery.created_at > now() - interval '1 day'
  );
end
$$;
comment on function private.has_enough_mail is
  'An address may be typed by somebody else, in each of five forms: three confirmations a day reach it, whoever asks.';
