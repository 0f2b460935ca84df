import { orderAddress } from "#domain/site/offer-addresses.ts";
import {
  contactQuestions,
  orderQuestions,
  type QuestionKey,
  questionnaireQuestions,
  questionOf,
} from "#subjects/funnel/rules/questions.ts";
import type { FunnelOrigin, LeadStatus } from "#domain/kernel/lead.ts";
import type { Tx } from "#engine/db/database.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

type DemoLead = {
  name: [first: string, last: string];
  company: string;
  business: string;
  /** Ends an address of the reserved domain `.example`. */
  email: string;
  /** Of the block 06 39 98, which is never given to anybody. */
  phone: string;
  origin: FunnelOrigin;
  status: LeadStatus;
  isPaid?: boolean;
  createdMsAgo: number;
  /** Of the last change by the team; none when left out. */
  changedMsAgo?: number;
  mayBeCalled?: boolean;
  /** By column of `leads`. */
  answers: Record<string, unknown>;
};

/**
 * A week of a small business, for a database that has no lead yet. Dated from the real clock, so that the retention of
 * six months erases none of them soon. No event leaves for them.
 *
 * @returns how many leads were added: none when there is one already
 */
export async function seedDemoLeads(tx: Tx, now: Date): Promise<number> {
  const { rowCount: existing } = await tx.query("select from public.leads limit 1");
  if (existing > 0) return 0;

  const { rowCount } = await tx.query(insertLeads, [JSON.stringify(demoLeads.map((lead) => toColumns(lead, now)))]);
  return rowCount;
}

const columnsOf = (keys: readonly QuestionKey[]) => keys.map((key) => questionOf(key).column);
const contactColumns = columnsOf(contactQuestions).join(", ");
const answerColumns = columnsOf([...questionnaireQuestions, ...orderQuestions]).join(", ");
const leadColumns = `funnel_origin, lead_status, payment_status, ${answerColumns}, consents, created_at, updated_at`;

const insertLeads = `
  with given as (
    select gen_random_uuid() as profile_id, item || '{"extra_answers": {}}' as item
    from jsonb_array_elements($1::jsonb) as item
  ), profiles as (
    insert into public.user_profiles (id, ${contactColumns}, registration_path, created_at, updated_at)
    select given.profile_id, ${contactColumns}, registration_path, created_at, created_at
    from given
    cross join lateral jsonb_populate_record(null::public.user_profiles, given.item) as profile
  )
  insert into public.leads (user_profile_id, ${leadColumns}, last_contact_at)
  select given.profile_id, ${leadColumns}, updated_at
  from given cross join lateral jsonb_populate_record(null::public.leads, given.item) as lead`;

function toColumns(lead: DemoLead, now: Date) {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const createdAt = ago(lead.createdMsAgo);
  const calls = { granted: lead.mayBeCalled ?? false, at: createdAt, version: "2025-06-25", form: lead.origin };
  return {
    funnel_origin: lead.origin,
    lead_status: lead.status,
    payment_status: lead.isPaid ?? false,
    email: lead.email,
    first_name: lead.name[0],
    last_name: lead.name[1],
    phone: lead.phone,
    company_name: lead.company,
    business_type: lead.business,
    registration_path: lead.origin === "general" ? null : orderAddress(lead.origin),
    consents: lead.origin === "general" ? {} : { calls },
    created_at: createdAt,
    updated_at: lead.changedMsAgo === undefined ? createdAt : ago(lead.changedMsAgo),
    ...lead.answers,
  };
}

const demoLeads: DemoLead[] = [
  {
    name: ["Hélène", "Ravel"],
    company: "Pâtisserie Ravel",
    business: "artisan pâtissier",
    email: "helene@patisserie-ravel.example",
    phone: "06 39 98 41 07",
    origin: "secretariat",
    status: "to_contact",
    createdMsAgo: 21 * minute,
    mayBeCalled: true,
    answers: {
      calls_per_month: 50,
      voice: "feminin",
      business_hours: ["24h"],
      intention: "rdv",
      welcome_message:
        "Pâtisserie Ravel, bonjour. Je suis Ariane, l’assistante virtuelle. Une commande, ou une question ?",
      knowledge_base_url: "https://patisserie-ravel.example",
      knowledge_base_text: "Commandes 48 h à l’avance. Fermé le lundi.",
    },
  },
  {
    name: ["Yann", "Kerbrat"],
    company: "Menuiserie Kerbrat",
    business: "menuisier",
    email: "yann@menuiserie-kerbrat.example",
    phone: "06 39 98 20 16",
    origin: "secretariat",
    status: "client",
    isPaid: true,
    createdMsAgo: 14 * hour + 30 * minute,
    changedMsAgo: 50 * minute,
    answers: {
      calls_per_month: 50,
      voice: "masculin",
      business_hours: ["9h-17h"],
      intention: "questionner",
      welcome_message: "Menuiserie Kerbrat, bonjour, je suis l’assistant virtuel de l’atelier. Quel est votre projet ?",
      knowledge_base_text: "Devis gratuit sous 5 jours. Pas de dépannage le week-end.",
    },
  },
  {
    name: ["Claire", "Delmas"],
    company: "Cabinet Orsay",
    business: "conseil en gestion",
    email: "c.delmas@orsay.example",
    phone: "06 39 98 77 31",
    origin: "closing",
    status: "contacted",
    createdMsAgo: 18 * hour,
    changedMsAgo: 2 * hour,
    mayBeCalled: true,
    answers: { role: "Associée", prospects_count: "2 000", objectives: ["meetings"] },
  },
  {
    name: ["Malik", "Benali"],
    company: "Formalys",
    business: "organisme de formation",
    email: "m.benali@formalys.example",
    phone: "06 39 98 12 85",
    origin: "marketing",
    status: "client",
    isPaid: true,
    createdMsAgo: 22 * hour,
    changedMsAgo: 17 * hour,
    answers: {
      voice: "feminin",
      prospects_per_month: "1000-5000",
      current_clients: "1000-5000",
      marketing_needs: "Relancer les anciens stagiaires avant les sessions de janvier.",
    },
  },
  {
    name: ["Sophie", "Renard"],
    company: "Garage Bellerive",
    business: "garage automobile",
    email: "sophie@bellerive.example",
    phone: "06 39 98 64 20",
    origin: "secretariat",
    status: "client",
    isPaid: true,
    createdMsAgo: day + 16 * hour,
    changedMsAgo: day + 2 * hour,
    answers: {
      calls_per_month: 30,
      voice: "feminin",
      business_hours: ["autres", "du mardi au samedi, 8h-12h et 14h-18h30"],
      intention: "rdv",
      welcome_message: "Garage Bellerive bonjour, ici l’assistante virtuelle. C’est pour un rendez-vous à l’atelier ?",
      knowledge_base_url: "https://bellerive.example/tarifs",
    },
  },
  {
    name: ["Julien", "Pastor"],
    company: "Institut Maëlle",
    business: "institut de beauté",
    email: "j.pastor@maelle.example",
    phone: "06 39 98 03 59",
    origin: "marketing",
    status: "to_contact",
    createdMsAgo: day + 22 * hour,
    answers: {
      prospects_per_month: "0-500",
      current_clients: "100-1000",
      marketing_needs: "Faire connaître l’ouverture du second institut, à Sète.",
    },
  },
  {
    name: ["Nadia", "Ferhat"],
    company: "Clinique des Tilleuls",
    business: "clinique vétérinaire",
    email: "nadia@tilleuls.example",
    phone: "06 39 98 91 72",
    origin: "suiviclient",
    status: "contacted",
    createdMsAgo: 2 * day + 17 * hour,
    changedMsAgo: day + 4 * hour,
    mayBeCalled: true,
    answers: {
      voice: "feminin",
      active_clients_per_month: 200,
      client_followup_goals: "Rappels de vaccins et nouvelles après une opération.",
    },
  },
  {
    name: ["Étienne", "Gaudin"],
    company: "Voltéo",
    business: "électricien",
    email: "e.gaudin@volteo.example",
    phone: "06 39 98 55 14",
    origin: "secretariat",
    status: "inactive",
    createdMsAgo: 3 * day,
    changedMsAgo: 2 * day + 3 * hour,
    answers: {
      calls_per_month: 100,
      voice: "masculin",
      business_hours: ["17h-9h"],
      intention: "autres",
      welcome_message: "Voltéo, bonsoir, je suis un assistant vocal. Est-ce une urgence électrique ?",
      knowledge_base_text:
        "Intention : distinguer les urgences des demandes de devis\nAstreinte jusqu’à 22 h, au-delà rappel le lendemain à 8 h.",
    },
  },
  {
    name: ["Inès", "Moreau"],
    company: "Maison Lussac",
    business: "caviste",
    email: "ines@lussac.example",
    phone: "06 39 98 38 66",
    origin: "suiviclient",
    status: "client",
    isPaid: true,
    createdMsAgo: 5 * day + 18 * hour,
    changedMsAgo: 5 * day,
    answers: {
      voice: "masculin",
      active_clients_per_month: 100,
      client_followup_goals: "Avis après dégustation, relance des abonnés à la caisse du mois.",
    },
  },
  {
    name: ["Paul", "Lefèvre"],
    company: "Nord & fils",
    business: "transport",
    email: "paul@nordetfils.example",
    phone: "06 39 98 27 40",
    origin: "general",
    status: "to_contact",
    createdMsAgo: 6 * day + hour,
    answers: {},
  },
  {
    name: ["Anaïs", "Chevalier"],
    company: "Pépins du Lez",
    business: "pépinière",
    email: "anais@pepins.example",
    phone: "06 39 98 82 93",
    origin: "marketing",
    status: "contacted",
    createdMsAgo: 6 * day + 13 * hour,
    changedMsAgo: 4 * day,
    answers: {
      voice: "feminin",
      prospects_per_month: "500-1000",
      current_clients: "1000-5000",
      marketing_needs: "Annoncer les portes ouvertes de printemps.",
    },
  },
  {
    name: ["Bruno", "Jacquet"],
    company: "Jacquet Plomberie",
    business: "plombier chauffagiste",
    email: "bruno@jacquet.example",
    phone: "06 39 98 46 08",
    origin: "secretariat",
    status: "client",
    isPaid: true,
    createdMsAgo: 6 * day + 21 * hour,
    changedMsAgo: 5 * day + 20 * hour,
    answers: {
      calls_per_month: 20,
      voice: "masculin",
      business_hours: ["24h"],
      intention: "exhaustif",
      welcome_message: "Jacquet Plomberie, l’assistant virtuel à l’appareil. Que puis-je faire pour vous ?",
      knowledge_base_url: "https://jacquet.example",
      knowledge_base_text: "Déplacement 49 € HT, offert si les travaux suivent.",
    },
  },
];
