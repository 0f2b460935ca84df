import { auditActions, type AuditAction } from "#subjects/journal/rules/audit-actions.ts";

import { paymentLabels, statusLabels } from "#content/shared/admin.ts";

/** What a line holds beside who, when and which lead: ids, counts and words of our own lists. */
export type AuditDetail = Readonly<Record<string, unknown>>;

/** An action that has no sentence does not compile. */
export const actionLabels: Record<AuditAction, string> = {
  "administrator.signed_in": "Connexion à l’administration",
  "administrator.sign_in_refused": "Connexion refusée",
  "administrator.factor_added": "Second facteur ajouté",
  "administrator.factor_removed": "Second facteur retiré",
  "administrator.factor_passed": "Second facteur vérifié",
  "administrator.factor_refused": "Code de second facteur refusé",
  "administrator.factors_reset": "Seconds facteurs remis à zéro",
  "administrator.factors_reset_refused": "Remise à zéro des seconds facteurs refusée",
  "administrator.passkey_added": "Clé d’accès ajoutée",
  "administrator.passkey_removed": "Clé d’accès retirée",
  "administrator.invited": "Administrateur invité",
  "administrator.invitation_refused": "Invitation d’un administrateur refusée",
  "administrator.right_begun": "Accès d’administration activé par la personne invitée",
  "administrator.named": "Nom d’affichage changé",
  "administrator.role_changed": "Rôle changé",
  "administrator.role_change_refused": "Changement de rôle refusé",
  "team.turns_set": "Attribution à tour de rôle réglée",
  "administrator.withdrawn": "Administrateur retiré",
  "administrator.withdrawal_refused": "Retrait d’un administrateur refusé",
  "administrator.sessions_ended": "Sessions d’un administrateur terminées",
  "administrator.sessions_end_refused": "Fin des sessions d’un administrateur refusée",

  "leads.listed": "Liste des leads consultée",
  "leads.export_started": "Export de leads commencé",
  "leads.exported": "Export de leads terminé",
  "leads.import_started": "Import de leads commencé",
  "leads.imported": "Import de leads terminé",
  "leads.import_undone": "Import de leads annulé",
  "journal.exported": "Journal exporté",
  "lead.opened": "Fiche ouverte",
  "lead.status_changed": "Statut changé",
  "lead.payment_changed": "Paiement changé",
  "lead.owner_changed": "Propriétaire changé",
  "lead.callback_changed": "Rappel changé",
  "lead.setup_changed": "Mise en service changée",
  "lead.reason_changed": "Raison changée",
  "lead.tags_changed": "Étiquettes changées",
  "feed.renewed": "Adresse d’agenda changée",
  "lead.called": "Appel noté",
  "lead.answers_adopted": "Nouvelles réponses adoptées",
  "lead.adoption_undone": "Adoption de réponses annulée",
  "lead.created_by_hand": "Lead créé à la main",
  "lead.corrected": "Lead corrigé",
  "lead.noted": "Note ajoutée",
  "lead.consent_noted": "Accord pour les appels noté",
  "lead.note_withdrawn": "Note annulée",
  "lead.mailed": "E-mail écrit",
  "lead.mails_allowed": "Refus des e-mails levé",
  "lead.merged": "Leads fusionnés",
  "lead.merge_undone": "Fusion annulée",
  "lead.deleted": "Lead supprimé",
  "lead.erased": "Lead effacé",
  "profile.deleted": "Profil supprimé",
  "contact.exported": "Données d’un contact exportées",
  "contact.erased": "Contact effacé",
  "erasure.refused": "Effacement refusé",
  "retention.ran": "Leads expirés effacés",
  "template.saved": "Modèle d’e-mail modifié",
  "site.draft_saved": "Brouillon du site modifié",
  "site.draft_discarded": "Brouillon du site abandonné",
  "site.published": "Site publié",
  "site.publication_refused": "Publication du site refusée",
  "site.returned": "Version du site rétablie",
  "site.withdrawn": "Publication du site retirée avant son heure",
  "site.imported": "Réglages du site importés d’un fichier",
  "site.picture_sent": "Image envoyée pour le site",
  "site.article_kept": "Article écrit pour le site",

  "newsletter.unsubscribed": "Désinscription de la lettre d’information",
  "newsletter.exported": "Liste de la lettre d’information exportée",
  "waitlist.left": "Retrait de la liste d’attente",
  "conference.exported": "Liste d’une conférence exportée",
  "conference.sheet_read": "Feuille de présence imprimée",

  "payment.applied": "Paiement reçu et rattaché",
  "payment.attached": "Paiement rattaché à la main",
  "payment.confirmed": "Paiement confirmé",
  "payment.detached": "Rattachement d’un paiement annulé",
  "payment.dismissed": "Paiement écarté",
  "payment.restored": "Paiement écarté remis à vérifier",
  "billing.settled": "Incident de paiement réglé",
  "billing.reopened": "Incident de paiement rouvert",
  "delivery.replayed": "Livraison renvoyée",
  "deliveries.replayed": "Livraisons d’un destinataire renvoyées",

  "account.created": "Compte créé",
  "account.asked_again": "Invitation déjà envoyée, redemandée",
  "account.invited": "Invitation envoyée",
  "account.attached": "Lead rattaché à un compte",
  "account.refused": "Création de compte refusée",
  "account.changed": "Compte modifié",
  "account.deleted": "Compte supprimé",
  "account.deletion_refused": "Suppression de compte refusée",
  "account.exported": "Données personnelles exportées",
  "account.export_refused": "Export des données refusé",
  "account.link_made": "Lien de connexion créé",
  "account.first_password_set": "Premier mot de passe choisi après paiement",
  "account.first_password_refused": "Lien du premier mot de passe refusé",
  "account.first_password_renewed": "Lien du premier mot de passe renvoyé",
  "account.sessions_ended": "Sessions fermées",
  "factor.changed": "Second facteur d’un compte modifié",
  "factor.removed": "Second facteur d’un compte retiré",
  "passkey.removed": "Clé d’accès d’un compte retirée",
  "signing_keys.rotated": "Clé de signature renouvelée",
  "signing_keys.revoked": "Clés de signature révoquées",
  "signing_keys.retired": "Ancienne clé de signature retirée",
};

const words: Readonly<Record<string, string>> = {
  ...statusLabels,
  password: "mot de passe",
  otp: "code par e-mail",
  oauth: "Google",
  passkey: "clé d’accès",
  totp: "application",
  webauthn: "clé",
  secret_key: "clé secrète du serveur",
  invalid_credentials: "e-mail ou mot de passe incorrect",
  user_banned: "compte suspendu",
  link_unusable: "lien inutilisable",
  link_used: "lien déjà utilisé",
  link_late: "lien trop ancien",
  order_unpaid: "commande impayée",
  account_exists: "compte existant",
  too_many_links: "trop de liens envoyés",
  mail: "serveur d’envoi",
  link: "le lien d’un message",
  team: "l’équipe",
  payment: "le paiement",
  turn: "le tour de rôle",
};

/** What is left of a detail once it is said; ids mean nothing to a reader. */
const facts: Readonly<Record<string, string>> = {
  method: "par",
  by: "par",
  code: "motif",
  count: "nombre",
  held_on: "conférence du",
  leads: "leads",
  profiles: "profils",
  accounts: "comptes",
  ended: "sessions",
  selected: "leads choisis",
};

const instants = new Set<AuditAction>(["lead.callback_changed", "lead.setup_changed"]);

/** Every sentence of the journal. */
export const adminAudit = {
  title: "Journal",
  skip: "Aller au journal",
  intro:
    "Qui a fait quoi, connexions et lectures de la liste comprises. Chaque ligne est gardée douze mois et ne peut pas être modifiée.",
  loading: "Chargement du journal…",
  loadFailed: "Chargement impossible.",
  empty: { title: "Aucune ligne.", text: "Rien ne correspond à ces filtres sur les douze derniers mois." },
  total: (shown: number, hasMore: boolean) => {
    const lines = shown > 1 ? `${shown} lignes` : `${shown} ligne`;
    return hasMore ? `Les ${lines} les plus récentes` : lines;
  },
  more: "Afficher la suite",
  filters: {
    label: "Filtres du journal",
    person: "Personne",
    action: "Action",
    from: "Du",
    to: "Au",
    any: "Toutes",
    server: "Le serveur",
    onlyOneLead: "Les lignes d’un seul lead",
    clear: "Retirer les filtres",
  },
  /** Of the file. */
  columns: ["Date", "Qui", "Action", "Précisions", "Lead", "Compte", "Action (code)"],
  listLabel: "Lignes du journal",
  server: "Le serveur",
  closedAccount: "Compte supprimé",
  otherAccount: "Un autre compte",
  gone: "lead effacé",
  unnamed: "lead sans nom",

  /** In the order of the filter. */
  actions: auditActions.map((action) => ({ action, label: actionLabels[action] })),
  /** An action of a newer version keeps its own name. */
  nameOf: (action: string): string => (isKnown(action) ? actionLabels[action] : action),
  /** « À contacter → Client », « par mot de passe »; empty where the action says it all. */
  detailOf(action: string, detail: AuditDetail, formatInstant: (instant: string) => string): string {
    if ("from" in detail || "to" in detail) {
      if (action === "lead.owner_changed") return detail.to === null ? "plus de propriétaire" : "";
      const say = (value: unknown) => sayValue(action, value, formatInstant);
      return `${say(detail.from)} → ${say(detail.to)}`;
    }
    return Object.entries(facts)
      .flatMap(([key, name]) => {
        const value = detail[key];
        if (typeof value !== "string" && typeof value !== "number") return [];
        const said = typeof value === "string" ? (words[value] ?? value) : String(value);
        return [name === "par" ? `${name} ${said}` : `${name}\u00a0: ${said}`];
      })
      .join(", ");
  },
};

function isKnown(action: string): action is AuditAction {
  return Object.hasOwn(actionLabels, action);
}

function sayValue(action: string, value: unknown, formatInstant: (instant: string) => string): string {
  if (value === null || value === undefined) return "aucun";
  if (typeof value === "boolean") return value ? paymentLabels.paid : paymentLabels.unpaid;
  if (typeof value !== "string") return "";
  if (isKnown(action) && instants.has(action)) return formatInstant(value);
  return words[value] ?? value;
}
