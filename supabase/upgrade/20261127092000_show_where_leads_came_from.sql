-- The list says where a lead came from: the first visit that is known of, as its file does.

create or replace function public.list_leads(
  filters_param jsonb default '{}', sort_param text default 'created_at', descending_param boolean default true,
  after_param jsonb default null, limit_param integer default 50
) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  page := private.list_lead_page(coalesce(filters_param, '{}'), sort_param, coalesce(descending_param, true),
    after_param, least(greatest(coalesce(limit_param, 50), 1), 500));
  return (page - 'ids') || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(to_jsonb(dashboard) || jsonb_build_object('first_visit', (
      select submission.attribution -> 'first' from private.submissions as submission
      where submission.lead_id = dashboard.lead_id and submission.attribution <> '{}'
      order by submission.created_at, submission.id limit 1
    )) order by listed.place), '[]')
    from jsonb_array_elements_text(page -> 'ids') with ordinality as listed (lead_id, place)
    join public.admin_dashboard as dashboard on dashboard.lead_id = listed.lead_id::uuid
  ));
end
$$;

comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard with the first visit of each, the place where the next page begins, and '
  'how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, '
  'expires_before, owner (an id, me or none), search. Administrators only.';
