-- Where a lead came from is its first submission that says so. Without statistics of its tables, as those of the embedded
-- database and of a young one are, the planner looked for it among all submissions in their order: each lead that was written
-- cost as much as there are leads, 5 ms at 20,000. In the order of one lead's own there is nothing to choose.

drop index private.submissions_by_lead;
create index submissions_by_lead on private.submissions (lead_id, created_at, id);
