-- What an administrator reads of a lead in one row: its own snapshot first, the profile where the snapshot is empty. It
-- runs with the rights of its reader, so the policies of the tables decide; a customer reads nothing through it.

create view public.admin_dashboard with (security_invoker = true) as
select
  lead.id                                                                       as lead_id,
  lead.user_profile_id                                                          as user_profile_id,
  profile.user_id                                                               as user_id,
  lead.created_at                                                               as created_at,
  lead.updated_at                                                               as updated_at,
  lead.funnel_origin                                                            as funnel_origin,
  lead.lead_status                                                              as lead_status,
  lead.payment_status                                                           as payment_status,
  case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end as phone_e164,
  private.intention_detail(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as intention_detail,
  private.free_knowledge_text(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as knowledge_base_own_text,
  private.has_consented(lead.consents, 'calls')                                 as call_consent,
  lead.account_exists                                                           as account_exists,
  lead.newer_answers_at                                                         as newer_answers_at,
  lead.is_suspect                                                               as is_suspect,
  lead.last_contact_at                                                          as last_contact_at,
  case when not lead.payment_status and lead.lead_status <> 'client'
    then lead.last_contact_at + interval '6 months'
  end                                                                           as expires_at,
  lead.owner                                                                    as owner,
  lead.callback_at                                                              as callback_at,
  lead.contacted_at                                                             as contacted_at,
  lead.inactive_reason                                                          as inactive_reason,
  case lead.tags when '{}' then '{}'::text[] else private.tag_names(lead.tags) end as tags,
  -- Of a question in the profile too: the lead's own answer, the profile's where the lead has none.
  -- questions: of the view
  coalesce(lead.email, profile.email)                                           as email,
  coalesce(lead.first_name, profile.first_name)                                 as first_name,
  coalesce(lead.last_name, profile.last_name)                                   as last_name,
  coalesce(lead.phone, profile.phone)                                           as phone,
  coalesce(lead.company_name, profile.company_name)                             as company_name,
  coalesce(lead.business_type, profile.business_type)                           as business_type,
  coalesce(lead.welcome_message, profile.welcome_message)                       as welcome_message,
  coalesce(lead.knowledge_base_url, profile.knowledge_base_url)                 as knowledge_base_url,
  coalesce(lead.knowledge_base_text, profile.knowledge_base_text)               as knowledge_base_text,
  coalesce(lead.intention, profile.intention)                                   as intention,
  coalesce(lead.calls_per_month, profile.calls_per_month)                       as calls_per_month,
  coalesce(lead.business_hours, profile.business_hours)                         as business_hours,
  coalesce(lead.voice, profile.voice)                                           as voice,
  coalesce(lead.prospects_per_month, profile.prospects_per_month)               as prospects_per_month,
  coalesce(lead.current_clients, profile.current_clients)                       as current_clients,
  coalesce(lead.marketing_needs, profile.marketing_needs)                       as marketing_needs,
  coalesce(lead.active_clients_per_month, profile.active_clients_per_month)     as active_clients_per_month,
  coalesce(lead.client_followup_goals, profile.client_followup_goals)           as client_followup_goals,
  lead.role                                                                     as role,
  lead.prospects_count                                                          as prospects_count,
  lead.objectives                                                               as objectives,
  lead.extra_answers                                                            as extra_answers,
  coalesce(lead.contacts_per_month, profile.contacts_per_month)                 as contacts_per_month,
  coalesce(lead.audience, profile.audience)                                     as audience,
  coalesce(lead.company_siren, profile.company_siren)                           as company_siren,
  coalesce(lead.company_legal_name, profile.company_legal_name)                 as company_legal_name,
  coalesce(lead.company_address, profile.company_address)                       as company_address
  -- end of questions
from public.leads as lead
left join public.user_profiles as profile on profile.id = lead.user_profile_id
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at is 'When the lead is erased; null for a client and for a paid lead.';

revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;
