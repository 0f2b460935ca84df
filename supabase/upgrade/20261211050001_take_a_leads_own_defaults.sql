-- A customer who adds a lead may state the two columns that they cannot choose, with the values that they would have
-- anyway: a client that sends whole rows sends these too. Any other value is refused by the policy.

grant insert (lead_status, payment_status) on public.leads to authenticated;

alter policy "Customers can add a lead to their own profile" on public.leads
  with check (
    lead_status = 'to_contact' and payment_status = false
    and user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id()))
  );
