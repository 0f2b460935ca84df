-- Who is responsible is told of what goes wrong with the site, by a mail and in the desk: when it begins, and when it
-- is over.
alter table private.notifications
  add column alert jsonb,
  add constraint notifications_alert_is_short check (octet_length(alert::text) <= 1000);
comment on column private.notifications.alert is
  'Of kind site, what goes wrong or is over: {"id", "about", "isOver"}, as `SiteAlert` of subjects/operations.';

alter type private.shown_notification add attribute alert jsonb;

create or replace function private.notification_kinds()
  returns table (kind text, in_desk boolean, in_browser boolean, by_mail text, is_urgent boolean)
  language sql immutable rows 10 set search_path = ''
  as $$
    values
      ('lead',     true, true,  'never',   false),
      ('owner',    true, true,  'never',   false),
      ('mention',  true, true,  'at_once', false),
      ('callback', true, true,  'at_once', false),
      ('payment',  true, true,  'never',   false),
      ('debit',    true, true,  'never',   false),
      ('answers',  true, false, 'never',   false),
      ('site',     true, true,  'at_once', true)
  $$;
comment on function private.notification_kinds is
  'Every kind, with what somebody gets who has not chosen otherwise; quiet hours hold back none that is urgent. The names are those of subjects/notifications/rules/kinds.ts.';

create or replace function private.show_notification(told private.notifications) returns private.shown_notification
  language sql stable set search_path = ''
  as $$
    select told.id, told.kind, told.at, told.lead_id, told.lead_count,
           (select coalesce(
              nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
              lead.company_name, lead.email, lead.phone)
            from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
            where lead.id = told.lead_id),
           (select email::text from auth.users where id = told.actor),
           told.read_at is not null, told.alert
  $$;

drop function private.take_notification_mails(timestamptz, integer);
create function private.take_notification_mails(now_param timestamptz, most integer)
  returns table (email text, counts jsonb, lead_id uuid, alerts jsonb)
  language sql volatile rows 100 set search_path = ''
  as $$
    with taken as (
      update private.notifications as told set mail_at = null
      where told.mail_at <= now_param and told.recipient in (
        select due.recipient from private.notifications as due
        where due.mail_at <= now_param group by due.recipient order by min(due.mail_at) limit most)
      returning told.recipient, told.kind, told.lead_id, told.lead_count, told.read_at, told.alert, told.at
    ), counted as (
      select recipient, kind, sum(lead_count) as count, min(taken.lead_id::text) as lead_id,
             jsonb_agg(alert order by at, alert) filter (where alert is not null) as alerts
      from taken
      where read_at is null group by recipient, kind
    )
    select account.email::text, jsonb_object_agg(counted.kind, counted.count),
           case when sum(counted.count) = 1 then min(counted.lead_id)::uuid end,
           (array_agg(counted.alerts) filter (where counted.kind = 'site'))[1]
    from counted join auth.users as account on account.id = counted.recipient
    where account.email is not null
    group by account.id
  $$;
comment on function private.take_notification_mails is
  'Of so many people all that is due, in one line for one mail; what they have read is not mailed. Who comes second finds nothing.';

create table private.site_alerts (
  id        text        not null,
  about     text        not null,
  place     text        not null,
  raised_at timestamptz not null default now(),
  constraint site_alerts_pkey            primary key (id, about, place),
  constraint site_alerts_texts_are_short check (
    greatest(char_length(id), char_length(about), char_length(place)) <= 255)
);
comment on table  private.site_alerts is
  'What goes wrong now and was told. Says nothing of a person: ids of the doctor, and which of them.';
comment on column private.site_alerts.about is 'Which job, event or receiver; empty where there is one alone.';
comment on column private.site_alerts.place is 'Which machine; empty where it is of all of them.';

alter table private.site_alerts enable row level security, force row level security;
revoke all on private.site_alerts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the alerts of the site" on private.site_alerts
  for all to current_user using (true) with check (true);

create function private.managers() returns uuid[]
  language sql stable set search_path = ''
  as $$ select array(select user_id from public.admin_users where role = 'manager') $$;

create function private.notify_alert(alert_param private.site_alerts, is_over boolean) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  named constant text := concat_ws(':',
    'site', alert_param.id, alert_param.about, alert_param.place, extract(epoch from alert_param.raised_at), is_over);
begin
  perform private.notify('site', named, null, private.managers());
  update private.notifications
    set alert = jsonb_build_object('id', alert_param.id, 'about', alert_param.about, 'isOver', is_over)
    where kind = 'site' and event = named;
end
$$;

create function private.settle_alerts(wrong_param jsonb, place_param text) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  changed integer := 0;
  alert   private.site_alerts;
begin
  for alert in
    insert into private.site_alerts (id, about, place)
      select distinct wanted.id, coalesce(wanted.about, ''), place_param
      from jsonb_to_recordset(wrong_param) as wanted (id text, about text)
      on conflict do nothing
      returning *
  loop
    perform private.notify_alert(alert, false);
    changed := changed + 1;
  end loop;
  for alert in
    delete from private.site_alerts as known
      where known.place = place_param and not exists (
        select from jsonb_to_recordset(wrong_param) as wanted (id text, about text)
        where wanted.id = known.id and coalesce(wanted.about, '') = known.about)
      returning *
  loop
    perform private.notify_alert(alert, true);
    changed := changed + 1;
  end loop;
  return changed;
end
$$;
comment on function private.settle_alerts is
  'Of this place all that goes wrong, as [{"id", "about"}]: what is new and what is over is told, each once. How many.';
