import { Link } from "react-router";

import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { AdminMessage } from "#app/admin/ui/admin-message.tsx";
import { admin } from "#content/shared/admin.ts";

export function NotFoundScreen() {
  usePageTitle(admin.notFound.pageTitle);
  return (
    <AdminMessage title={admin.notFound.title}>
      <p className="quiet">{admin.notFound.text}</p>
      <Link to="/" className="button button-green">
        {admin.notFound.back}
        <span className="plug" aria-hidden="true" />
      </Link>
    </AdminMessage>
  );
}
