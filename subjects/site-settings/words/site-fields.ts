/** What a field is called, and what it changes where. */
export type FieldWords = { label: string; help?: string };

const person = (where: string) => ({
  name: { label: "Nom" },
  role: { label: "Fonction", help: `Sous le nom, ${where}.` },
  picture: { label: "Photo", help: "Sans elle, les initiales." },
});
const support = {
  source: { label: "Source", help: "Où cela se vérifie. Sans source ni date, rien n’est montré." },
  date: { label: "Date" },
};
const consent = { label: "Accord", help: "Quand et comment la personne ou l’entreprise a accepté d’être nommée." };
const window = { from: { label: "Du" }, to: { label: "Au (inclus)" } };

/** By path in the document, without the indexes of lists. */
export const siteFieldWords: Readonly<Record<string, FieldWords>> = {
  ...under("offers.promotion", window),
  ...under("offers.closingFreeSetUp", window),
  ...under("offers.conferences", {
    registrationUntil: {
      label: "Inscriptions jusqu’au",
      help: "Ensuite, la page Conférences ouvre une liste d’attente.",
    },
    heldOn: {
      label: "Jour de la conférence",
      help: "La page montre la prochaine\u00a0; les inscrits restent à la leur.",
    },
    seats: { label: "Places de la salle", help: "Page Conférences\u00a0; le nombre restant n’est dit qu’à l’équipe." },
    venue: { label: "Lieu, ligne par ligne", help: "Page Conférences et agenda des inscrits." },
    terms: { label: "Conditions d’annulation", help: "Page Conférences, sous le prix." },
    "speakers.name": { label: "Nom", help: "Page Conférences, sous le programme." },
    "speakers.role": { label: "Fonction" },
    "programme.at": { label: "Heure", help: "La première et la dernière disent les heures de la journée." },
    "programme.title": { label: "Titre" },
    "programme.text": { label: "En quelques mots", help: "Vide\u00a0: une pause." },
    price: { label: "Prix d’une place, hors taxes", help: "Vide\u00a0: celui de «\u00a0Prix\u00a0»." },
    paymentLink: { label: "Lien de paiement", help: "Vide\u00a0: celui de «\u00a0Paiement\u00a0»." },
  }),
  ...under("offers.prices", {
    from: { label: "À partir du", help: "Jusqu’au prix suivant. Ce qui a été payé avant garde son prix." },
    of: { label: "Ce que le prix achète" },
    volume: { label: "Volume", help: "Secrétariat et suivi client\u00a0: un prix par volume. Vide pour le reste." },
    price: {
      label: "Prix hors taxes",
      help: "Pages, inscription, contrat, e-mails, espace client. Le lien de paiement doit demander ce prix, TVA comprise.",
    },
  }),
  ...under("announcement", {
    text: { label: "Annonce", help: "Une ligne en haut des pages, à la place de celle de la promotion." },
    link: { label: "Où elle mène", help: "De ce site (/blog/…) ou d’un autre (https)." },
    ...window,
  }),
  ...under("questions", {
    page: { label: "Page", help: "Partie «\u00a0Questions fréquentes\u00a0»." },
    question: {
      label: "Question",
      help: "Une nouvelle, ou une de la page\u00a0: elle passe alors en tête, avec votre réponse si vous en écrivez une.",
    },
    answer: { label: "Réponse", help: "Vide\u00a0: celle de la page." },
    isHidden: { label: "Ne pas montrer cette question" },
  }),
  ...under("claims.companies", {
    figure: { label: "Nombre", help: "«\u00a0Plus de … PME\u00a0», sur l’accueil." },
    ...support,
  }),
  ...under("claims.trainingOrganisations", {
    figure: { label: "Nombre", help: "«\u00a0Plus de … organismes de formation\u00a0», sur la page Formation." },
    ...support,
  }),
  ...under("claims.madeInFrance", support),
  ...under("claims.mostPopular", support),
  ...under("claims.fewerMissedCalls", support),
  ...under("claims.testimonials", {
    text: { label: "Témoignage", help: "Accueil et pages des offres, partie «\u00a0Témoignages\u00a0»." },
    ...person("partie «\u00a0Témoignages\u00a0»"),
    town: { label: "Ville" },
    pages: { label: "Pages de son offre", help: "Aucune cochée\u00a0: il paraît sur toutes." },
    "quotes.home": { label: "En grand sur l’accueil" },
    "quotes.training": { label: "En grand sur la page Formation" },
    "quotes.followUp": { label: "En grand sur la page Suivi client" },
    "quotes.secretariat": { label: "En grand sur la page Secrétariat" },
    "quotes.marketing": { label: "En grand sur la page Marketing" },
    "quotes.closing": { label: "En grand sur la page des appels sortants" },
    "quotes.conferences": { label: "En grand sur la page Conférences" },
    "figure.number": { label: "Chiffre" },
    "figure.unit": { label: "De quoi", help: "«\u00a0rendez-vous pris chaque matin\u00a0»" },
    caseUrl: { label: "Adresse qui raconte la suite", help: "De ce site (/blog/…) ou d’un autre (https)." },
    ...support,
    consent,
  }),
  ...under("claims.clients", {
    name: { label: "Entreprise", help: "Bandeau des logos de l’accueil." },
    picture: { label: "Logo", help: "Bandeau des logos, sur fond clair. Sans lui, le nom en lettres." },
    ...support,
    consent,
  }),
  ...under("people", person("partie «\u00a0Qui nous sommes\u00a0»")),
  ...under("authors", person("en tête des articles")),
  ...under("contact", {
    phone: { label: "Téléphone", help: "En-tête, pied de page, e-mails." },
    email: { label: "Adresse e-mail", help: "Pied de page, pages légales, e-mails." },
    testLine: { label: "Ligne d’essai", help: "Accueil et Secrétariat\u00a0: le numéro à appeler pour l’entendre." },
    bookingUrl: { label: "Prise de rendez-vous", help: "Boutons qui réservent un appel de 30 minutes." },
    "address.lines": { label: "Adresse postale, ligne par ligne", help: "Pied de page." },
    "address.mapUrl": { label: "Plan", help: "Où mène l’adresse du pied de page." },
    "hours.days": { label: "Jours" },
    "hours.opens": { label: "De", help: "Pied de page, et données lues par les moteurs de recherche." },
    "hours.closes": { label: "À" },
    "social.name": { label: "Réseau" },
    "social.url": { label: "Adresse", help: "«\u00a0Nous suivre\u00a0», dans le pied de page." },
  }),
  "security.contact": { label: "Signaler une faille", help: "security.txt. Sans elle, l’adresse e-mail." },
  ...under("legal", {
    company: { label: "Dénomination", help: "Mentions légales, conditions, factures." },
    legalForm: { label: "Forme juridique" },
    capitalEuros: { label: "Capital, en euros" },
    registeredOffice: { label: "Siège" },
    siren: { label: "SIREN" },
    registry: { label: "Registre du commerce" },
    vatNumber: { label: "Numéro de TVA" },
    publicationDirector: { label: "Directeur de la publication" },
    "host.name": { label: "Hébergeur" },
    "host.address": { label: "Adresse de l’hébergeur" },
    "host.phone": { label: "Téléphone de l’hébergeur" },
    "host.country": { label: "Pays de l’hébergeur (deux lettres)" },
    updatedOn: { label: "À jour au", help: "Date des pages légales, si elle est plus récente que leur texte." },
    dataProtectionOfficer: { label: "Délégué à la protection des données" },
    "mediator.name": { label: "Médiateur" },
    "mediator.address": { label: "Adresse du médiateur" },
    "mediator.url": { label: "Site du médiateur" },
    "processors.role": { label: "Rôle" },
    "processors.name": { label: "Nom", help: "Politique de confidentialité\u00a0: qui reçoit des données." },
    "processors.country": { label: "Pays (deux lettres)" },
    "processors.transferGuarantee": { label: "Garantie hors d’Europe" },
    "accessibilityAudit.on": { label: "Jour de l’audit" },
    "accessibilityAudit.by": { label: "Auditeur" },
    "accessibilityAudit.ratePercent": { label: "Taux de conformité, en pour cent" },
  }),
  paymentProvider: { label: "Prestataire de paiement", help: "Comme les pages le nomment." },
  "payment.card": { label: "Carte demandée quand rien n’est dû" },
  "payment.billingDetails": { label: "Coordonnées de facturation" },
  ...under("paymentLinks", {
    sells: { label: "Ce que le lien vend" },
    volume: { label: "Volume", help: "Vide\u00a0: le lien vaut pour tous." },
    url: {
      label: "Lien de paiement",
      help: "Étape 5, e-mails, espace client. Sans lien, «\u00a0Prochainement disponible\u00a0».",
    },
    asks: {
      label: "Premier montant demandé",
      help: "Toutes taxes comprises\u00a0: il est comparé à ce que disent les pages.",
    },
  }),
  customerPortal: { label: "Factures des clients", help: "Espace client\u00a0: page du prestataire." },
  "electronicInvoicing.reception": { label: "Plateforme de réception" },
  "electronicInvoicing.issue": { label: "Plateforme d’émission" },
  "electronicInvoicing.customerSiren": { label: "SIREN des clients" },
  ...under("trackers.marketing", tracker()),
  ...under("trackers.analytics", tracker()),
  attribution: { label: "Retenir la campagne d’où vient un lead", help: "Avec l’accord du visiteur." },
  "calendars.name": { label: "Agendas lus", help: "Page Secrétariat." },
  "calendars.connectedBy": { label: "Branchés par" },
  companyRegister: { label: "Registre des entreprises", help: "Formulaires\u00a0: où une entreprise est cherchée." },
};

function tracker() {
  return {
    url: { label: "Adresse, avec son identifiant", help: "Contactée après accord seulement. Vide\u00a0: personne." },
    policyUrl: { label: "Ce que le partenaire dit des données" },
    lifeMonths: { label: "Durée, en mois" },
    cookies: { label: "Cookies laissés" },
  };
}

function under(place: string, fields: Record<string, FieldWords>): Record<string, FieldWords> {
  return Object.fromEntries(Object.entries(fields).map(([name, words]) => [`${place}.${name}`, words]));
}

/** Parts of the screen, and what a list or an optional part is called. */
export const siteParts: Readonly<Record<string, string>> = {
  "offers.promotion": "Promotion du secrétariat",
  "offers.closingFreeSetUp": "Mise en service offerte des appels sortants",
  "offers.conferences": "Conférences",
  "offers.conferences.speakers": "Intervenants",
  "offers.conferences.programme": "Programme",
  "offers.prices": "Prix",
  "claims.companies": "Plus de … PME",
  "claims.trainingOrganisations": "Plus de … organismes de formation",
  "claims.madeInFrance": "Une solution 100\u00a0% française",
  "claims.mostPopular": "Le plus populaire",
  "claims.fewerMissedCalls": "Moins d’appels perdus",
  "claims.testimonials": "Témoignages",
  "claims.clients": "Logos de clients",
  people: "Qui nous sommes",
  authors: "Auteurs des articles",
  articles: "Articles du blog",
  contact: "Coordonnées",
  "contact.social": "Réseaux",
  "contact.hours": "Horaires",
  announcement: "Annonce",
  questions: "Questions fréquentes",
  security: "Sécurité",
  legal: "Identité légale",
  "legal.processors": "Sous-traitants",
  "legal.accessibilityAudit": "Audit d’accessibilité",
  payment: "Pages de paiement",
  paymentLinks: "Liens de paiement",
  electronicInvoicing: "Factures électroniques",
  "trackers.marketing": "Partenaire de publicité",
  "trackers.analytics": "Partenaire de mesure",
  trackers: "Partenaires et finalités",
  calendars: "Agendas",
  media: "Enregistrements et films",
};

/** « Conférence, Jour de la conférence »; of an unknown place, the place. */
export function sayPlace(path: string): string {
  const place = path.replaceAll(/\.\d+(?=\.|$)/g, "");
  const part = Object.keys(siteParts)
    .filter((each) => place === each || place.startsWith(`${each}.`))
    .reduce((longest, each) => (each.length > longest.length ? each : longest), "");
  return [siteParts[part], siteFieldWords[place]?.label].filter(Boolean).join(", ") || path;
}
