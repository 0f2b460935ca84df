-- Which jobs ended what, and when they last could: one process of several runs a job, every process and the screen
-- « Santé » tell of it.

create table private.job_reports (
  job           text        not null,
  started_at    timestamptz not null,
  succeeded_at  timestamptz,
  failed_at     timestamptz,
  failures      integer     not null default 0,
  last_rows     bigint      not null default 0,
  rows_in_all   bigint      not null default 0,
  constraint job_reports_pkey                 primary key (job),
  constraint job_reports_failures_are_counted check (failures >= 0),
  constraint job_reports_rows_are_counted     check (last_rows >= 0 and rows_in_all >= last_rows)
);
comment on table  private.job_reports              is 'One row for each scheduled job. Says nothing of a person.';
comment on column private.job_reports.started_at   is 'Later than both ends: the job runs now, or was killed.';
comment on column private.job_reports.failures     is 'In a row, since the last success.';
comment on column private.job_reports.last_rows    is 'Removed or emptied since started_at: each batch counts itself, in its own transaction.';

alter table private.job_reports enable row level security;
alter table private.job_reports force  row level security;
revoke all on private.job_reports from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the reports of jobs" on private.job_reports
  for all to current_user using (true) with check (true);
