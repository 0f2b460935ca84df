import { Link } from "react-router";

import { useMay } from "#app/admin/people/role.tsx";
import { AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminNavigation } from "#content/admin-navigation.ts";
import { adminToday } from "#subjects/leads/words/admin-today.ts";
import { type AdminScreen, screenRoles } from "#domain/site/admin-screens.ts";

const copy = adminToday.astray;

type Astray = { deliveries: number; payments: number };

/** What the machines could not do alone, and where it is put right. */
export function AstrayLines({ deliveries, payments }: Astray) {
  if (deliveries + payments === 0) return null;
  return (
    <AttentionSection id="travail-astray" title={copy.title}>
      <ul>
        {deliveries > 0 && <AstrayLine screen="livraisons" sentence={copy.deliveries(deliveries)} />}
        {payments > 0 && <AstrayLine screen="paiements" sentence={copy.payments(payments)} />}
      </ul>
    </AttentionSection>
  );
}

function AstrayLine({ screen, sentence }: { screen: AdminScreen; sentence: string }) {
  const mayLook = useMay(screenRoles[screen]);
  if (!mayLook) return null;
  return (
    <Row as="li" gap={16} align="center" isWrapping paddingInline="inset" paddingBlock={12} rule="top">
      <span className="pill pill-error">{adminNavigation.screens[screen]}</span>
      <span>{sentence}</span>
      <Link to={`/${screen}`} className="text-link finger-link">
        {copy.look}
        <span className="visually-hidden">, {adminNavigation.screens[screen]}</span>
      </Link>
    </Row>
  );
}
