import { randomUUID } from "node:crypto";

import { expect } from "vitest";

import { sheetColumns } from "#subjects/leads/server/lead-sheet.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import { testOf } from "./function-test.ts";

const test = testOf("export-leads");

type Columns = Record<string, unknown>;
/** A lead, what belongs to it in other tables, and the cells that are not empty. */
type Example = {
  lead: Columns;
  profile?: Columns;
  attribution?: Columns;
  newsletter?: Columns;
  terms?: Columns;
  cells: Record<string, string>;
};

const columns = [
  "Lead",
  "Créé le",
  "Modifié le",
  "Tunnel",
  "Statut",
  "Raison",
  "Étiquettes",
  "Paiement",
  "Montant HT, euros",
  "Facturation",
  "Prochain débit le",
  "Prochain débit TTC, euros",
  "Propriétaire",
  "Rappeler le",
  "Premier contact le",
  "Expire le",
  "Téléphone international",
  "Compte",
  "Envoi suspect",
  "Nouvelles réponses le",
  "E-mail",
  "Prénom",
  "Nom",
  "Téléphone",
  "Nom commercial",
  "Activité",
  "SIREN",
  "Dénomination au registre",
  "Adresse au registre",
  "Clients actifs par mois",
  "Objectifs en suivi client",
  "Public",
  "Prospects par mois",
  "Contacts par mois",
  "Clients actuels",
  "Besoins marketing",
  "Appels par jour",
  "Voix",
  "Phrase d’accueil",
  "Site ou base de connaissances",
  "Base de connaissances",
  "Intention",
  "Intention, précision",
  "Horaires",
  "Fonction",
  "Nombre de prospects",
  "Objectifs",
  "Commentaire",
  "Appels au sujet de nos offres",
  "Appels au sujet de nos offres, le",
  "Appels au sujet de nos offres, texte du",
  "Rappel d’une commande sans paiement",
  "Rappel d’une commande sans paiement, le",
  "Rappel d’une commande sans paiement, texte du",
  "Lettre d’information",
  "Lettre d’information, le",
  "Lettre d’information, texte du",
  "Liste d’attente de la conférence",
  "Liste d’attente de la conférence, le",
  "Liste d’attente de la conférence, texte du",
  "Conditions générales",
  "Conditions générales, le",
  "Conditions générales, texte du",
  "Accord des personnes à appeler",
  "Accord des personnes à appeler, le",
  "Accord des personnes à appeler, texte du",
  "Lettre d’information, confirmée le",
  "Lettre d’information, quittée le",
  "Conditions de la commande, le",
  "Conditions de la commande, texte du",
  "Première visite, source",
  "Première visite, support",
  "Première visite, campagne",
  "Première visite, mot-clé",
  "Première visite, contenu",
  "Première visite, venu de",
  "Première visite, le",
  "Visite de l’envoi, source",
  "Visite de l’envoi, support",
  "Visite de l’envoi, campagne",
  "Visite de l’envoi, mot-clé",
  "Visite de l’envoi, contenu",
  "Visite de l’envoi, venu de",
  "Visite de l’envoi, le",
];

/** Of a lead of which nothing is known. */
const plain = { Statut: "À contacter", Paiement: "Non payé", Compte: "Non", "Envoi suspect": "Non" };

const examples = (owner: { id: string; email: string }): Example[] => [
  {
    lead: { funnel_origin: "general", created_at: "2026-01-01T23:30:59.999Z", last_contact_at: "2026-01-02T00:00:00Z" },
    cells: { ...plain, "Créé le": "2026-01-02 00:30", Tunnel: "Général", "Expire le": "2026-07-02 02:00" },
  },
  {
    lead: {
      funnel_origin: "secretariat",
      created_at: "2026-07-14T22:05:00Z",
      last_contact_at: "2026-02-28T12:00:00.5Z",
      owner: owner.id,
      callback_at: "2026-10-25T01:30:00Z",
      contacted_at: "2026-07-15T07:00:00Z",
      newer_answers_at: "2026-07-16T07:00:00Z",
      account_exists: true,
      is_suspect: true,
      email: "zoé@exemple.example",
      first_name: "  Zoé ",
      last_name: 'D’Été; "dite"',
      phone: "0639982016",
      company_name: "=2+5",
      business_type: "\t",
      calls_per_month: 0,
      welcome_message: "Bonjour,\r\nici Zoé 🙂",
      knowledge_base_url: "https://exemple.example/?a=1;b=2",
      knowledge_base_text: 'Intention : Rappeler; "vite"\n- le soir\n- le matin',
      intention: "autres",
      business_hours: ["autres", 'le "soir", {tard}\\'],
      voice: "feminin",
      consents: {
        calls: { granted: true, at: "2026-07-14T22:04:10.123Z", version: "2026-01-01", text: "Oui" },
        reminder: { granted: false, at: "2026-07-14T22:04:10+02:00", version: " " },
        newsletter: { granted: true, at: "hier", version: 3 },
        terms: true,
        certification: { granted: "oui" },
      },
    },
    attribution: {
      first: { utm_source: "@lettre", utm_medium: " e\u0001mail ", at: "2026-07-01T08:00:00.000Z" },
      last: { referrer: "x".repeat(250), utm_term: "été", utm_content: "", other: "rien" },
    },
    newsletter: {
      requested_at: "2026-07-14T22:05:00Z",
      confirmed_at: "2026-12-31T23:59:59Z",
      confirmed_text: "Oui",
      confirmed_version: "2025-06-25",
      unsubscribed_at: "2027-03-28T01:00:00Z",
      unsubscribed_by: "link",
    },
    terms: { terms_version: "2026-02-01", started_at: "2026-07-14T22:06:00Z" },
    cells: {
      ...plain,
      "Créé le": "2026-07-15 00:05",
      Tunnel: "Secrétariat",
      "Montant HT, euros": "97",
      Facturation: "Chaque mois",
      Propriétaire: owner.email,
      "Rappeler le": "2026-10-25 02:30",
      "Premier contact le": "2026-07-15 09:00",
      "Expire le": "2026-08-28 14:00",
      "Téléphone international": "'+33639982016",
      Compte: "Oui",
      "Envoi suspect": "Oui",
      "Nouvelles réponses le": "2026-07-16 09:00",
      "E-mail": "zoé@exemple.example",
      Prénom: "Zoé",
      Nom: 'D’Été; "dite"',
      Téléphone: "06 39 98 20 16",
      "Nom commercial": "'=2+5",
      "Appels par jour": "0",
      Voix: "Féminine",
      "Phrase d’accueil": "Bonjour,\r\nici Zoé 🙂",
      "Site ou base de connaissances": "https://exemple.example/?a=1;b=2",
      "Base de connaissances": "'- le soir\n- le matin",
      Intention: "Autre",
      "Intention, précision": 'Rappeler; "vite"',
      Horaires: 'le "soir", {tard}\\',
      "Appels au sujet de nos offres": "Oui",
      "Appels au sujet de nos offres, le": "2026-07-15 00:04",
      "Appels au sujet de nos offres, texte du": "2026-01-01",
      "Rappel d’une commande sans paiement": "Non",
      "Rappel d’une commande sans paiement, le": "2026-07-14 22:04",
      "Lettre d’information": "Oui",
      "Lettre d’information, confirmée le": "2027-01-01 00:59",
      "Lettre d’information, quittée le": "2027-03-28 03:00",
      "Conditions de la commande, le": "2026-07-15 00:06",
      "Conditions de la commande, texte du": "2026-02-01",
      "Première visite, source": "'@lettre",
      "Première visite, support": "e mail",
      "Première visite, le": "2026-07-01 10:00",
      "Visite de l’envoi, mot-clé": "été",
      "Visite de l’envoi, venu de": "x".repeat(200),
    },
  },
  {
    lead: {
      funnel_origin: "suiviclient",
      created_at: "2026-03-01T00:00:00Z",
      lead_status: "client",
      intention: "rdv",
      company_name: "'=1",
    },
    profile: {
      first_name: "Nadia",
      last_name: "-",
      phone: "+33 6 39 98 00 01",
      company_name: "Du profil",
      active_clients_per_month: 120,
      client_followup_goals: "Rappeler\n les vaccins ",
      audience: "formation",
      knowledge_base_text: "Ouvert le lundi",
      voice: "robot",
      business_hours: ["24h"],
    },
    cells: {
      ...plain,
      "Créé le": "2026-03-01 01:00",
      Tunnel: "Suivi client",
      Statut: "Client",
      "Téléphone international": "'+33639980001",
      Prénom: "Nadia",
      Nom: "'-",
      Téléphone: "06 39 98 00 01",
      "Nom commercial": "''=1",
      "Clients actifs par mois": "120",
      "Objectifs en suivi client": "Rappeler\n les vaccins",
      Public: "Stagiaires d’un organisme de formation",
      Voix: "robot",
      "Base de connaissances": "Ouvert le lundi",
      Intention: "Prendre des rendez-vous",
      Horaires: "Disponibilité tous les jours 24h/24",
    },
  },
  {
    lead: {
      funnel_origin: "marketing",
      created_at: "2026-03-02T00:00:00Z",
      payment_status: true,
      lead_status: "inactive",
      inactive_reason: "price",
      prospects_per_month: "20000+",
      current_clients: "toString",
      contacts_per_month: 5000,
      company_siren: "000000117",
      company_legal_name: "KERBRAT",
      company_address: "=12 rue du Port 29200 Brest",
      marketing_needs: "12345678901234567",
      business_hours: [],
    },
    attribution: {
      first: { at: "2026-03-01T08:00:00.000Z" },
      last: { utm_campaign: "printemps", at: "pas un instant" },
    },
    cells: {
      ...plain,
      "Créé le": "2026-03-02 01:00",
      Tunnel: "Marketing",
      Statut: "Inactif",
      Raison: "Trop cher",
      Paiement: "Payé",
      "Montant HT, euros": "1500",
      Facturation: "Chaque mois",
      "Prospects par mois": "Plus de 20\u202f000",
      "Contacts par mois": "5000",
      SIREN: "'000000117",
      "Dénomination au registre": "KERBRAT",
      "Adresse au registre": "'=12 rue du Port 29200 Brest",
      "Clients actuels": "toString",
      "Besoins marketing": "'12345678901234567",
      "Visite de l’envoi, campagne": "printemps",
    },
  },
  {
    lead: {
      funnel_origin: "closing",
      created_at: "2026-03-03T00:00:00Z",
      last_contact_at: "2026-03-03T00:00:00Z",
      lead_status: "contacted",
      role: "Gérante",
      prospects_count: "00",
      objectives: ["meetings", "inconnu", " ", "diagnostic"],
    },
    cells: {
      ...plain,
      "Créé le": "2026-03-03 01:00",
      Tunnel: "Closing",
      Statut: "Contacté",
      "Expire le": "2026-09-03 02:00",
      Fonction: "Gérante",
      "Nombre de prospects": "'00",
      Objectifs: "Prendre des rendez-vous, inconnu, Établir un diagnostic",
    },
  },
  {
    lead: {
      funnel_origin: "conferences",
      created_at: "2026-03-04T00:00:00Z",
      payment_status: true,
      extra_answers: { kind: "waitlist", commentaire: " Deux places,\n+ une ", autre: { a: 1 } },
    },
    cells: {
      ...plain,
      "Créé le": "2026-03-04 01:00",
      Tunnel: "Conférences, liste d’attente",
      Paiement: "Payé",
      Commentaire: "Deux places,\n+ une",
    },
  },
  {
    lead: {
      funnel_origin: "conferences",
      created_at: "2026-03-05T00:00:00Z",
      payment_status: true,
      extra_answers: { kind: "place", commentaire: 12.5 },
    },
    cells: {
      ...plain,
      "Créé le": "2026-03-05 01:00",
      Tunnel: "Conférences",
      Paiement: "Payé",
      "Montant HT, euros": "190",
      Facturation: "Une fois",
      Commentaire: "12.5",
    },
  },
];

async function insert(db: TestDatabase, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns);
  await db.inspect(
    `insert into ${table} (${names.join(", ")}) values (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(columns),
  );
}

async function store(db: TestDatabase, id: string, example: Example): Promise<void> {
  const [profileId, reference] = [randomUUID(), randomUUID()];
  const { lead, profile, attribution = {}, newsletter, terms } = example;
  await insert(db, "public.user_profiles", { id: profileId, email: null, ...profile });
  await insert(db, "public.leads", { id, user_profile_id: profileId, ...lead });
  const submission = { idempotency_key: reference, form: lead.funnel_origin, email: "p@exemple.example", attribution };
  await insert(db, "private.submissions", { ...submission, lead_id: id });
  if (newsletter) {
    const request = { lead_id: id, email: "p@exemple.example", token_hash: Buffer.from(id) };
    await insert(db, "private.newsletter_requests", { ...request, ...newsletter });
  }
  if (terms) await insert(db, "private.payment_starts", { reference, ...terms });
}

/** The instants that the tables' triggers write, as PostgreSQL says them in Paris. */
async function readChangedAt(db: TestDatabase, id: string): Promise<string> {
  const { rows } = await db.inspect<{ said: string }>(
    `select to_char(updated_at at time zone 'Europe/Paris', 'YYYY-MM-DD HH24:MI') as said
     from public.leads where id = $1`,
    [id],
  );
  return rows[0]!.said;
}

function writeLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")}\r\n`;
}

test("The file is these very bytes, whatever a lead holds", async ({ admin, context, db }) => {
  const shown: Record<string, string>[] = [];
  const ids: string[] = [];
  for (const example of examples({ id: admin.userId, email: admin.email })) {
    const id = randomUUID();
    await store(db, id, example);
    ids.push(id);
    shown.push({ ...example.cells, Lead: id, "Modifié le": await readChangedAt(db, id) });
  }

  const response = await mountFunctions(context).request("/functions/v1/export-leads", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({ ids }),
  });
  const lines = [columns, ...shown.map((cells) => columns.map((name) => cells[name] ?? ""))];
  expect(Buffer.from(await response.arrayBuffer()).toString()).toBe(`\uFEFF${lines.map(writeLine).join("")}`);
});

test("The file has these columns, in this order", () => {
  expect(sheetColumns.map(({ head }) => head)).toEqual(columns);
});
