/**
 * What a fresh embedded engine runs before visitors: a lead that is rolled back. The first one of an engine costs
 * several times the processor of the next, since its procedures and its own code are compiled then.
 */
export const warmUp = `
  begin;
  set local role anon;
  select public.create_lead_without_auth(
    email_param => 'warm-up@site.invalid', funnel_origin_param => 'secretariat', first_name_param => 'Warm',
    last_name_param => 'Up', phone_param => '0639980000', company_name_param => 'Warm-up',
    calls_per_month_param => '5');
  set constraints all immediate;
  rollback`;
