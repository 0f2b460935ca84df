-- Whoever has paid keeps the link to a first password when their request is merged into another: it hangs on the one that
-- is kept, and goes back with the other.

create or replace function private.join_leads(gone public.leads, kept public.leads, before jsonb, merge_id_param uuid, author_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  gone_request private.newsletter_requests;
  kept_request private.newsletter_requests;
begin
  select * into gone_request from private.newsletter_requests where lead_id = gone.id;
  select * into kept_request from private.newsletter_requests where lead_id = kept.id;
  insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
    values (merge_id_param, gone.id, kept.id, author_param, before || jsonb_build_object(
      'kept_lead', to_jsonb(kept), 'newsletter', to_jsonb(gone_request), 'kept_newsletter', to_jsonb(kept_request),
      'moved', jsonb_build_object(
        'submissions', (select coalesce(jsonb_object_agg(id, is_adopted), '{}') from private.submissions where lead_id = gone.id),
        'payments',    (select coalesce(jsonb_agg(id), '[]') from private.payment_events where lead_id = gone.id),
        'deliveries',  (select coalesce(jsonb_object_agg(id, merged_from), '{}') from private.deliveries where lead_id = gone.id),
        'notes',       (select coalesce(jsonb_agg(id), '[]') from private.lead_notes where lead_id = gone.id),
        'corrections', (select coalesce(jsonb_agg(id), '[]') from private.lead_corrections where lead_id = gone.id),
        'passwords',   (select coalesce(jsonb_agg(id), '[]') from private.first_passwords where lead_id = gone.id),
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
  update private.first_passwords set lead_id = kept.id where lead_id = gone.id;
  update private.merged_leads set into_lead_id = kept.id where into_lead_id = gone.id;
  if gone_request.lead_id is not null and (kept_request.lead_id is null or kept_request.confirmed_at is null and gone_request.confirmed_at is not null) then
    delete from private.newsletter_requests where lead_id = kept.id;
    update private.newsletter_requests set lead_id = kept.id where lead_id = gone.id;
  end if;

  perform private.write_lead_snapshot(kept.id, private.answered(to_jsonb(gone)) || private.answered(to_jsonb(kept))
    || jsonb_build_object('extra_answers',
      (gone.extra_answers || kept.extra_answers) - case
        when private.is_waitlisted(to_jsonb(gone)) and private.is_waitlisted(to_jsonb(kept)) then '' else 'kind' end));
  update public.leads
    set payment_status   = kept.payment_status or gone.payment_status,
        lead_status      = case when kept.lead_status = 'to_contact' and gone.lead_status in ('contacted', 'client')
                             then gone.lead_status else kept.lead_status end,
        consents         = gone.consents || kept.consents,
        owner            = coalesce(kept.owner, gone.owner),
        callback_at      = coalesce(kept.callback_at, gone.callback_at),
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;

create or replace function private.part_leads(merged private.merged_leads) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  moved jsonb := merged.before -> 'moved';
begin
  perform private.put_back('public.leads', merged.before -> 'lead');
  update private.submissions as submission set lead_id = merged.lead_id, is_adopted = moved_one.value::boolean
    from jsonb_each(moved -> 'submissions') as moved_one where submission.id = moved_one.key::uuid;
  update private.payment_events set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'payments'));
  update private.deliveries as delivery set lead_id = merged.lead_id, merged_from = (moved_one.value #>> '{}')::uuid
    from jsonb_each(moved -> 'deliveries') as moved_one where delivery.id = moved_one.key::uuid;
  update private.lead_notes set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'notes')::uuid);
  update private.lead_corrections set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'corrections')::bigint);
  update private.first_passwords set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'passwords')::uuid);
  update private.merged_leads set into_lead_id = merged.lead_id
    where into_lead_id = merged.into_lead_id and merge_id in (select jsonb_array_elements_text(moved -> 'merges')::uuid);
  delete from private.newsletter_requests where lead_id in (merged.lead_id, merged.into_lead_id);
  insert into private.newsletter_requests
    select request.* from unnest(array[merged.before -> 'newsletter', merged.before -> 'kept_newsletter']) as stored
    cross join lateral jsonb_populate_record(null::private.newsletter_requests, stored) as request
    where request.lead_id is not null;
  perform private.put_back('public.leads', merged.before -> 'kept_lead');
  perform private.put_back('public.leads', merged.before -> 'kept_lead'); -- its status changed back, which wrote two instants
end
$$;
