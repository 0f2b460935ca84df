import { href } from "#app/page-kit/href.ts";
import { legalFrame } from "#subjects/legal/words/legal-frame.ts";

/** The legal texts, in the order of tabs and footer. */
export const legalLinks = [
  { target: href("/mentions-legales"), label: legalFrame.names.notice },
  { target: href("/politique-de-confidentialite"), label: legalFrame.names.privacy },
  { target: href("/conditions-generales-utilisation"), label: legalFrame.names.terms },
  { target: href("/accessibilite"), label: legalFrame.names.accessibility },
];
