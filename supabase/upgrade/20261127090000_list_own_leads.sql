-- « Mes leads » in an address that is shared, or in a view of the whole team, are those of whoever reads it.

create or replace function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', filters ->> 'created_from')),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', filters ->> 'created_to')),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', filters ->> 'expires_before')),
      (filters ->> 'owner',          case filters ->> 'owner'
                                       when 'none' then 'entry.owner is null'
                                       when 'me'   then format('entry.owner = %L::uuid', auth.uid())
                                       else format('entry.owner = %L::uuid', filters ->> 'owner') end)
    ) as known (value, condition)
    where value is not null
  $$;

comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard, the place where the next page begins, and how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, expires_before, owner (an id, me or none), search. Administrators only.';
