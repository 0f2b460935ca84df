/** What a lead's status looks like, for the team. */
export const statusPills = {
  to_contact: "pill pill-new",
  contacted: "pill pill-open",
  client: "pill pill-done",
  inactive: "pill pill-closed",
};
