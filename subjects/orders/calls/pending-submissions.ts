/** What any page downloads when it finds something waiting: see `pendingSubmissionsKey`. */
export { resumePendingSubmissions } from "./submissions.ts";
