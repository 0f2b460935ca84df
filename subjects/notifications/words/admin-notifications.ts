import type { SiteAlert } from "#subjects/operations/rules/doctor-finding.ts";
import { sayAlert } from "#subjects/operations/words/site-alerts.ts";
import type { MailMode, NotificationKind } from "#subjects/notifications/rules/kinds.ts";

const about = (name: string | null) => name ?? "un lead effacé";
const by = (actor: string | null) => actor ?? "Un collègue";
const many = (count: number) => (count > 99 ? "Plus de 99" : String(count));

/** Who did what, and about whom; `count` is of leads. */
type Told = { name: string | null; actor: string | null; count: number; alert: SiteAlert | null };

/** Every sentence of « Mes notifications ». */
export const adminNotifications = {
  title: "Mes notifications",
  skip: "Aller à mes notifications",
  intro: "Ce qui vous concerne, et comment vous voulez l’apprendre. Personne d’autre ne voit cette page.",
  loading: "Chargement des notifications…",
  loadFailed: "Chargement impossible.",
  total: (unread: number) => (unread === 0 ? "Tout est lu" : unread > 1 ? `${unread} non lues` : "1 non lue"),
  empty: { title: "Rien pour l’instant.", text: "Ce qui vous concerne apparaîtra ici, sans recharger la page." },
  listLabel: "Notifications",
  unread: "Non lue",
  sentences: {
    lead: ({ name, count }) => (count > 1 ? `${many(count)} nouveaux leads` : `Nouveau lead\u00a0: ${about(name)}`),
    owner: ({ name, actor, count }) => {
      if (count > 1) return actor ? `${actor} vous a confié ${count} leads` : `${many(count)} leads vous sont confiés`;
      return actor ? `${actor} vous a confié ${about(name)}` : `${about(name)} vous est confié`;
    },
    mention: ({ name, actor }) => `${by(actor)} vous mentionne dans une note sur ${about(name)}`,
    callback: ({ name }) => `Rappel à passer\u00a0: ${about(name)}`,
    payment: ({ name }) => `Paiement reçu\u00a0: ${about(name)}`,
    debit: ({ name }) => `Prélèvement refusé ou contesté\u00a0: ${about(name)}`,
    answers: ({ name }) => `Réponses à adopter\u00a0: ${about(name)}`,
    site: ({ alert }) => (alert ? sayAlert(alert) : "Alerte du site"),
  } satisfies Record<NotificationKind, (told: Told) => string>,
  read: "Marquer comme lue",
  readAll: "Tout marquer comme lu",
  more: (count: number) => `Afficher les ${count} plus anciennes`,
  failed: "Le serveur ne répond pas\u00a0: rien n’a changé. Réessayez.",

  choices: {
    title: "Mes choix",
    intro: "Vos choix valent pour ce qui arrive désormais.",
    loading: "Chargement de vos choix…",
    kinds: {
      lead: "Un nouveau lead arrive",
      owner: "On me confie un lead",
      mention: "On me mentionne dans une note",
      callback: "Un rappel est à passer",
      payment: "Un paiement est reçu",
      debit: "Un prélèvement est refusé ou contesté",
      answers: "De nouvelles réponses attendent",
      site: "Le site a un problème",
    } satisfies Record<NotificationKind, string>,
    owned:
      "Rappels, paiements, prélèvements et réponses\u00a0: ceux de vos leads, et des leads sans propriétaire. " +
      "Problèmes du site\u00a0: aux responsables, même pendant les heures calmes.",
    desk: "Ici",
    browser: "Navigateur",
    mail: "E-mail",
    of: (kind: string) => `\u00a0: ${kind}`,
    modes: { never: "Jamais", at_once: "Tout de suite", digest: "Dans le résumé" } satisfies Record<MailMode, string>,
    quiet: "Heures calmes",
    quietFrom: "De",
    quietUntil: "À",
    quietHint:
      "Pendant ces heures, aucun e-mail et aucune fenêtre du navigateur. Les e-mails retenus partent à la fin, en une fois. " +
      "Deux heures identiques\u00a0: aucune heure calme.",
    digest: "Résumé du jour",
    digestAt: "Envoyé à",
    hour: (hour: number) => `${hour}\u00a0h`,
    saved: "Vos choix sont enregistrés.",
    saving: "Enregistrement…",
  },

  browser: {
    title: "Dans ce navigateur",
    ask: "M’avertir dans ce navigateur",
    text:
      "Votre navigateur vous demandera son accord. Les avertissements apparaissent tant qu’un onglet de l’administration est " +
      "ouvert et connecté, même derrière une autre fenêtre.",
    granted:
      "Ce navigateur vous avertit, tant qu’un onglet de l’administration est ouvert et connecté. Pour l’arrêter, décochez " +
      "« Navigateur » ci-dessous, ou retirez l’accord dans les réglages du navigateur.",
    denied:
      "Ce navigateur refuse les avertissements de ce site. Autorisez-les dans ses réglages, puis rechargez la page\u00a0: " +
      "rien d’autre ne manque.",
    impossible: "Ce navigateur ne sait pas afficher d’avertissements. Le reste fonctionne comme partout.",
  },
} as const;
