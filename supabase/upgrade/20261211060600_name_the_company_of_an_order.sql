-- An invoice to a business names it: the company that step 2 found in the register is kept with the order.
select private.add_question('company_siren', null, forms => '{secretariat,marketing,suiviclient}', max_length => 9);
select private.add_question('company_legal_name', null, forms => '{secretariat,marketing,suiviclient}');
select private.add_question('company_address', null, forms => '{secretariat,marketing,suiviclient}');

-- Who pays gives the provider a name, an address and tax numbers: they stand beside the payment, and are compared with the order.
alter table private.payment_events
  add column payer jsonb,
  add constraint payment_events_payer_is_short check (octet_length(payer::text) <= 8192);
comment on column private.payment_events.payer is
  'Name, address and tax numbers that were given to the provider, as `Payer` of domain/leads/payer.ts; forgotten with the e-mail of the payer.';

create or replace function private.forget_payer() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.email := null;
  new.payer := null;
  return new;
end
$$;

create or replace function private.forget_waiting_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.payment_events set email = null, payer = null where reference = old.idempotency_key::text and state = 'waiting';
  return null;
end
$$;

create function private.company_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'firstName',        coalesce(lead.first_name, profile.first_name),
      'lastName',         coalesce(lead.last_name, profile.last_name),
      'companyName',      coalesce(lead.company_name, profile.company_name),
      'companyLegalName', lead.company_legal_name,
      'companySiren',     lead.company_siren,
      'companyAddress',   lead.company_address)
    from public.leads as lead left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
  $$;
comment on function private.company_of is 'As `OrderedCompany` of domain/leads/payer.ts: what a payer is compared with.';

create function private.payers_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'payer', payer) order by received_at, id), '[]')
    from private.payment_events where lead_id = lead_id_param and state = 'applied' and payer is not null
  $$;
revoke all on function private.company_of(uuid), private.payers_of(uuid) from public, anon, authenticated, service_role;

alter type private.open_payment add attribute payer jsonb, add attribute company jsonb;

create or replace function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email),
           event.link_offer, event.link_volume,
           case when submission.id is not null then private.order_of(submission) end, named.id,
           nullif(concat_ws(' ', coalesce(named.first_name, named_profile.first_name), coalesce(named.last_name, named_profile.last_name)), ''),
           coalesce(named.email, named_profile.email),
           event.is_test, event.is_second or coalesce(named.payment_status, false),
           (select jsonb_agg(jsonb_build_object('payment_id', before.id, 'amount_cents', before.amount_cents,
                'currency', before.currency, 'received_at', before.received_at) order by before.received_at, before.id)
            from private.payment_events as before where before.lead_id = named.id and before.state = 'applied'),
           event.payment_intent, event.customer, event.subscription,
           event.payer, case when event.payer is not null then private.company_of(coalesce(event.lead_id, named.id)) end
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    left join public.leads as named on named.id = submission.lead_id
    left join public.user_profiles as named_profile on named_profile.id = named.user_profile_id
    where event.state = 'waiting' or event.email is not null
  $$;

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'payers', private.payers_of(lead.id),
      'terms', private.accepted_terms(lead.id),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;
