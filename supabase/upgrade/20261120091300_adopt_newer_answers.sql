-- Answers that arrived later than those of a lead wait as a proposal: an administrator reads them and adopts them.

create function private.newest_submission_id(lead_id_param uuid) returns uuid
  language sql stable set search_path = ''
  as $$ select id from private.submissions where lead_id = lead_id_param order by updated_at desc, created_at desc, id limit 1 $$;

create function public.read_newer_answers(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select private.snapshot_of(submission)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.id = private.newest_submission_id(lead_id_param) and lead.newer_answers_at is not null
  );
end
$$;
comment on function public.read_newer_answers is 'What the newer submission says, under the names of admin_dashboard; null when nothing waits.';

create function public.adopt_newer_answers(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  perform from public.leads where id = lead_id_param and newer_answers_at is not null for no key update;
  if found then
    perform private.adopt_submission(private.newest_submission_id(lead_id_param));
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.answers_adopted', lead_id_param);
  end if;
end
$$;

revoke all on function public.read_newer_answers(uuid), public.adopt_newer_answers(uuid) from public, anon, authenticated, service_role;
grant execute on function public.read_newer_answers(uuid), public.adopt_newer_answers(uuid) to authenticated;
