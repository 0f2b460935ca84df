-- Where people stop in a funnel, as numbers alone: no row says who, and nothing is left on a device. Every column holds
-- one of a short list, so that there are only so many rows a day, whatever is sent.

create table private.step_counts (
  day    date     not null,
  funnel text     not null,
  step   smallint not null,
  event  text     not null,
  field  text     not null default '',
  source text     not null,
  device text     not null,
  shard  smallint not null default 0,
  count  bigint   not null,
  constraint step_counts_pkey            primary key (day, funnel, step, event, field, source, device, shard),
  constraint step_counts_funnel_is_known check (funnel in ('secretariat', 'suiviclient', 'marketing')),
  constraint step_counts_step_is_a_step  check (step between 1 and 5),
  constraint step_counts_event_is_known  check (event in ('seen', 'done', 'refused')),
  constraint step_counts_field_refuses   check (event = 'refused' or field = ''),
  constraint step_counts_words_are_short check (greatest(char_length(field), char_length(source), char_length(device)) <= 40),
  constraint step_counts_shard_is_known  check (shard between 0 and 7),
  constraint step_counts_count_something check (count > 0)
);
comment on table  private.step_counts       is 'How often a step was seen, done or refused: aggregates only. Source: CNIL, measurement of audience without consent.';
comment on column private.step_counts.day   is 'In Paris.';
comment on column private.step_counts.field is 'Which answer was refused; empty for what refuses nothing.';
comment on column private.step_counts.shard is 'Visitors of one moment count in different rows and do not wait for each other; added up once the day is over.';

alter table private.step_counts enable row level security;
alter table private.step_counts force  row level security;
revoke all on private.step_counts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the counts of steps" on private.step_counts
  for all to current_user using (true) with check (true);

create function private.add_up_step_counts(before date, at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.step_counts where ctid = any (array(
        select ctid from private.step_counts where day < before and shard <> 0 limit at_most for update skip locked
      )) returning *
    ), added as (
      insert into private.step_counts as total (day, funnel, step, event, field, source, device, count)
        select day, funnel, step, event, field, source, device, sum(count) from taken
        group by day, funnel, step, event, field, source, device
        on conflict (day, funnel, step, event, field, source, device, shard) do update set count = total.count + excluded.count
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_up_step_counts is 'One row where there were as many as shards; how many went.';
revoke all on function private.add_up_step_counts(date, integer) from public, anon, authenticated, service_role;
create index step_counts_to_add_up on private.step_counts (day) where shard <> 0;
