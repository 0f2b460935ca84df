-- The key figures of the back office in one request and one reading of the table: they took six of each.

create function public.count_leads() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'to_contact', count(*) filter (where lead_status = 'to_contact'),
      'contacted',  count(*) filter (where lead_status = 'contacted'),
      'clients',    count(*) filter (where lead_status = 'client'),
      'inactive',   count(*) filter (where lead_status = 'inactive'),
      'paid',       count(*) filter (where payment_status),
      'total',      count(*)
    )
    from public.leads
  );
end
$$;
comment on function public.count_leads is 'How many leads are where, over all of them. Administrators only.';

revoke all on function public.count_leads() from public, anon, authenticated, service_role;
grant execute on function public.count_leads() to authenticated;
