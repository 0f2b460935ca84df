-- What goes wrong with the site now, once for each thing and place: who is responsible is told when it begins, and when
-- it is over (docs/decisions/0117).

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
