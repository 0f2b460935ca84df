import "#app/ui/button.css";
import "./waiting-screen.css";

import { admin } from "#content/admin.ts";

/** While the right to be here is checked: no bar, no list, nothing of a lead. */
export function WaitingScreen() {
  return (
    <p className="admin-waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {admin.checking}
    </p>
  );
}
