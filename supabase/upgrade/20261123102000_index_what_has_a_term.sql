-- What strangers can make goes when its term ends (docs/decisions/0017): the scheduled jobs find what is due by these,
-- however much there is. Rate buckets have none: they change with every call, and an index would be written each time.

create index leads_by_last_contact on public.leads (last_contact_at)
  where not payment_status and lead_status <> 'client';
create index submissions_that_wait on private.submissions (updated_at) where from_another_device and not is_adopted;

create index deliveries_with_delivered_body on private.deliveries (delivered_at) where status = 'delivered' and body <> '{}';
create index deliveries_delivered on private.deliveries (delivered_at) where status = 'delivered';
create index deliveries_dead on private.deliveries (created_at) where status = 'dead';

create index consent_proofs_by_date on private.consent_proofs (date);
create index consent_proofs_of_refusals on private.consent_proofs (date)
  where choices ->> 'analytics' = 'false' and choices ->> 'marketing' = 'false';
create index payment_starts_by_date on private.payment_starts (started_at);
create index sign_in_events_by_date on private.sign_in_events (created_at);
