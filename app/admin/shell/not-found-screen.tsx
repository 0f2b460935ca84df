import "#app/ui/button.css";
import "#app/admin/ui/admin-message.css";

import { Link } from "react-router";

import { admin } from "#content/admin.ts";

import { usePageTitle } from "./page-title.ts";

export function NotFoundScreen() {
  usePageTitle(admin.notFound.pageTitle);
  return (
    <main className="admin-message">
      <h1>{admin.notFound.title}</h1>
      <p>{admin.notFound.text}</p>
      <Link to="/" className="button button-green">
        {admin.notFound.back}
        <span className="plug" aria-hidden="true" />
      </Link>
    </main>
  );
}
