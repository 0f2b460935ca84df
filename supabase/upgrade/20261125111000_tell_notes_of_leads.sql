-- A note is part of a lead's file: a colleague who has it open sees it come and go.

create trigger tell_added after insert on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_deleted after delete on private.lead_notes
  referencing old table as changed for each statement execute function private.tell_leads_of_changed_rows();
