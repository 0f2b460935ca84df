import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { de } from "#content/language/elision.ts";
import { excludedSectors } from "#content/shared/excluded-sectors.ts";
import { type Block, type Inline, type LegalText, orPlaceholder, wordedFor } from "./legal-text.ts";
import { offersInTexts, offersNamedIn } from "./offers-in-texts.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

import { priceScale } from "./price-scale.ts";
import { processingAgreement } from "./processing-agreement.ts";
import { requiredSentences } from "./required-sentences.ts";

/** Terms of use and sale. Their twelve titles and order are the specification's. */
export function terms(site: SiteSettings, version: CivilDate): LegalText {
  const { brand, contact, legal, paymentProvider, hasGoogleSignIn } = site;
  const company = orPlaceholder(legal.company);
  const email: Inline = contact.email.trim() === "" ? orPlaceholder(contact.email) : { mail: contact.email };

  return {
    title: "Conditions générales d’utilisation",
    summary:
      "Sans engagement, résiliation simple, hébergement en France ou dans l’Union européenne, et une assistante qui dit toujours qu’elle est une intelligence artificielle. Ce résumé n’a pas de valeur contractuelle.",
    sections: [
      {
        id: "objet",
        title: "Objet",
        blocks: [
          [
            `Les présentes conditions générales (les « Conditions ») fixent les règles d’accès au site ${site.origin} et d’utilisation du service ${brand} (le « Service »). Le Service est proposé par `,
            company,
            ", ",
            orPlaceholder(lowerFirst(legal.legalForm)),
            " au capital de ",
            { count: legal.capitalEuros },
            " euros, dont le siège est situé ",
            orPlaceholder(legal.registeredOffice),
            ", immatriculée sous le numéro ",
            orPlaceholder(legal.siren),
            " (",
            orPlaceholder(legal.registry),
            "), ci-après « nous ».",
          ],
          "Le Service est réservé aux professionnels : personnes morales, et personnes physiques qui agissent dans le cadre de leur activité commerciale, industrielle, artisanale, libérale ou agricole.",
          "Les Conditions s’appliquent à toute commande et à tout compte. En confirmant sa commande, le Client les accepte ; la date de cette acceptation et la version acceptée sont conservées avec sa demande. Elles prévalent sur les conditions d’achat du Client, sauf accord écrit de notre part.",
        ],
      },
      {
        id: "definitions",
        title: "Définitions",
        blocks: [
          {
            facts: [
              {
                term: "Assistante",
                value: "Le système d’intelligence artificielle qui répond, appelle ou écrit au nom du Client.",
              },
              { term: "Client", value: "Le professionnel qui demande, essaie ou commande le Service." },
              { term: "Utilisateur", value: "La personne que le Client autorise à se servir du Service." },
              {
                term: "Interlocuteur",
                value: "Toute personne qui échange avec l’Assistante, par téléphone, e-mail, SMS ou WhatsApp.",
              },
              {
                term: "Base de connaissances",
                value: "Les textes, adresses et consignes que le Client fournit pour guider l’Assistante.",
              },
              {
                term: "Données du Client",
                value:
                  "La Base de connaissances, les listes de contacts et les échanges de l’Assistante avec les Interlocuteurs.",
              },
              { term: "Offre", value: "Une formule du Service présentée sur le Site, avec son prix et sa période." },
              { term: "Site", value: `Le site ${site.origin}, ses formulaires et l’espace des Clients.` },
            ],
          },
        ],
      },
      {
        id: "acces-et-compte",
        title: "Accès et compte",
        blocks: [
          "La consultation du Site est libre et gratuite, hors coût de connexion. Une demande s’enregistre avec une adresse e-mail, sans mot de passe. La personne qui commande garantit qu’elle a le pouvoir d’engager le Client.",
          [
            "Notre équipe crée ensuite le compte du Client, qui choisit son mot de passe par un lien reçu par e-mail",
            hasGoogleSignIn ? " ou se connecte avec un compte Google existant" : "",
            `. `,
            requiredSentences.delivery,
          ],
          "Les informations fournies doivent être exactes et tenues à jour. L’accès au compte est personnel : le Client protège ses mots de passe, répond des actions de ses Utilisateurs et nous prévient sans attendre s’il soupçonne un usage par un tiers.",
          "L’Assistante est conçue pour répondre 24h/24. Des interruptions sont possibles pour la maintenance ou à cause des réseaux de télécommunication ; nous les limitons et, sauf urgence, en prévenons le Client. Le Service ne remplace pas les numéros d’urgence (15, 17, 18, 112, 114) et ne permet pas de les joindre.",
          "Le Client peut demander à tout moment la suppression de son compte. Elle ne met pas fin à un abonnement en cours, qui se résilie comme il est dit à la section « Responsabilité, suspension, résiliation ».",
        ],
      },
      {
        id: "offres-et-prix",
        title: "Offres et prix",
        blocks: [
          {
            table: {
              caption: "Offres et unité de prix",
              head: ["Offre", "Ce qui est vendu", "Prix"],
              rows: [
                ...offersNamedIn(version).map((offer) => offersInTexts[offer].row),
                ["Assistante sur mesure", "Conception d’une assistante particulière", "Affiché avant le paiement"],
              ],
            },
          },
          priceScale(version, pricesOn(site.offers, version)),
          "Le contenu et le prix de chaque Offre sont ceux que le Site affiche à la date de la commande. Une mention « à partir de » indique le prix le plus bas d’une Offre ; seul le récapitulatif présenté avant le paiement engage les parties.",
          "Les prix sont en euros et s’entendent hors taxes (HT). La TVA s’ajoute au taux en vigueur, 20 % à la date des Conditions ; le montant toutes taxes comprises (TTC) figure au récapitulatif.",
          "Le volume choisi est celui de l’abonnement. Si les besoins du Client le dépassent durablement, nous lui proposons un volume supérieur ; aucun supplément n’est facturé sans son accord. Le Client demande un autre volume quand il le veut : le nouveau prix s’applique au mois suivant.",
          "Toute hausse de prix d’un abonnement en cours est annoncée par e-mail un mois au moins avant son application. Le Client qui la refuse résilie sans frais avant cette date.",
        ],
      },
      {
        id: "commande-et-paiement",
        title: "Commande et paiement",
        blocks: [
          "La commande se passe en ligne. Le Client choisit une Offre, répond aux questions, relit un récapitulatif où chaque réponse peut être corrigée, puis confirme. Il reste libre d’abandonner jusqu’à cette confirmation.",
          [
            `La confirmation conduit le Client hors du Site, sur la page ${de(paymentProvider)}. Le contrat est formé quand cette page confirme le paiement ou l’ouverture de l’essai. Nous ne voyons ni ne conservons aucun numéro de carte.`,
          ],
          "Les abonnements sont payables d’avance, chaque mois, et reconduits chaque mois jusqu’à leur résiliation. Les Offres à la tranche d’appels ou à la place se paient à la commande, sauf mention contraire du récapitulatif. Une facture est remise pour chaque paiement.",
          "Si une Offre ou un volume n’est pas encore disponible au paiement en ligne, la demande est enregistrée sans engagement et notre équipe reprend contact.",
          "Tout retard de paiement entraîne, de plein droit, des pénalités au taux de trois fois l’intérêt légal et une indemnité forfaitaire de 40 euros pour frais de recouvrement (articles L. 441-10 et D. 441-5 du code de commerce). Aucun escompte n’est accordé pour paiement anticipé.",
          "Le droit de rétractation des consommateurs ne s’applique pas aux commandes des professionnels, sous réserve de l’article L. 221-3 du code de la consommation.",
        ],
      },
      {
        id: "essai-et-promotions",
        title: "Essai et promotions",
        blocks: [
          "Le Secrétariat s’essaie gratuitement pendant 15 jours, et le suivi des stagiaires d’un organisme de formation pendant 30 jours, à compter de la commande. L’essai est offert une fois par Client. S’il y est mis fin avant son terme, rien n’est dû ; sinon l’abonnement commence au prix du récapitulatif.",
          "Une promotion vaut pour les commandes passées entre les dates qu’elle annonce, ces deux jours compris, à l’heure de Paris. Elle ne s’ajoute pas à une autre. Quand elle offre un mois entier, elle remplace l’essai de 15 jours au lieu de s’y ajouter.",
          "Passé son terme, une promotion n’est plus proposée ; ce qui a été commandé avant reste acquis.",
        ],
      },
      {
        id: "obligations-du-client",
        title: "Obligations du client",
        blocks: [
          "Le Client s’engage à :",
          {
            list: [
              "fournir des informations exactes, disposer des droits sur ce qu’il remet, et tenir sa Base de connaissances à jour ;",
              "essayer l’Assistante avant sa mise en service et nous signaler ce qui doit être corrigé ;",
              "informer ses propres clients et prospects, dans ses documents, qu’une assistante peut leur répondre ;",
              "ne pas faire passer l’Assistante pour une personne, ni retirer la mention de sa nature ;",
              "ne pas lui faire donner de conseil médical, juridique ou financier individuel, ni traiter une urgence ;",
              "ne pas lui confier de données sensibles, au sens de l’article 9 du RGPD, sans accord écrit préalable ;",
              "ne pas se servir du Service pour tromper, menacer, harceler ou usurper une identité, ni en éprouver la sécurité sans notre accord.",
            ],
          },
          { id: "appels-et-messages-sortants", subtitle: "Appels et messages sortants" },
          { notice: closingCopy.form.notice },
          "Un particulier n’est appelé qu’avec son consentement préalable, libre, spécifique, éclairé, univoque et révocable, dont le Client garde la preuve (article L. 223-1 du code de la consommation). Un professionnel n’est contacté que sur un sujet en rapport avec son activité, après en avoir été informé et avoir pu s’y opposer simplement (article L. 34-5 du code des postes et des communications électroniques).",
          [
            "Pour chaque commande d’appels, le Client le certifie par une case distincte : « ",
            closingCopy.form.certification,
            " » Cette déclaration est conservée avec sa date et sa version.",
          ],
          {
            list: [
              `Les secteurs de la rénovation énergétique, de l’adaptation du logement et du compte personnel de formation (CPF) sont exclus de toute prospection de particuliers : ${excludedSectors.channels}. Ne sont pas visés les échanges qu’appelle un contrat, un chantier ou une formation en cours.`,
              "Chaque e-mail, SMS ou message WhatsApp indique l’identité de l’expéditeur et un moyen simple de se désinscrire (STOP).",
              "Une personne qui s’oppose n’est plus contactée, quel que soit le canal.",
              "Le numéro présenté permet de rappeler l’entreprise ; les numéros commençant par 06 ou 07 ne sont pas utilisés pour des appels automatisés.",
            ],
          },
        ],
      },
      {
        id: "donnees",
        title: "Données",
        blocks: [
          [
            "Pour les données du Client lui-même (demande, compte, facturation), nous sommes responsables du traitement : voir la ",
            { page: "/politique-de-confidentialite", words: "politique de confidentialité" },
            ". Pour les données des Interlocuteurs, le Client est responsable du traitement et nous sommes son sous-traitant, dans les conditions de l’annexe ci-dessous.",
          ],
          {
            table: {
              caption: "Durées principales",
              head: ["Données", "Durée"],
              rows: [
                ["Contacts et messages", "6 mois au plus après le dernier contact"],
                ["Journaux techniques", "7 jours"],
                ["Données de prospection", "Durée fixée par le Client"],
              ],
            },
          },
          ...processingAgreement(site),
        ],
      },
      {
        id: "ia-et-ai-act",
        title: "IA et AI Act",
        blocks: [
          "L’Assistante est un système d’intelligence artificielle. Ses réponses sont produites automatiquement à partir de la Base de connaissances et de l’échange en cours ; elles peuvent être incomplètes ou inexactes. Le Client en vérifie les conséquences importantes, comme une commande ou un engagement de prix, avant de s’en prévaloir.",
          { id: "ai-act", subtitle: "Conformité au règlement européen sur l’intelligence artificielle (AI Act)" },
          `Le Service échange directement avec des personnes et produit des voix et des textes de synthèse. Il relève à ce titre des obligations de transparence de l’article 50 du règlement (UE) 2024/1689, ${aiActDates(version)}`,
          { notice: requiredSentences.aiDisclosure },
          aiCommitments,
          "Nous fournissons le système ; le Client en est le déployeur au sens du règlement. Chacun forme en conséquence les personnes qui s’en servent (article 4).",
          { id: "controle-humain", subtitle: "Contrôle humain" },
          "Le Client désigne une personne qui reçoit les messages et les demandes de rappel, relit les échanges signalés et peut demander à tout moment l’arrêt de l’Assistante. Quand un Interlocuteur demande une personne, l’appel est transféré si le Client l’a prévu, ou un message lui est transmis.",
          { id: "enregistrement", subtitle: "Enregistrement" },
          "S’il a lieu, l’enregistrement d’un appel est annoncé au début de celui-ci.",
        ],
      },
      {
        id: "propriete",
        title: "Propriété",
        blocks: [
          [
            company,
            ` garde tous ses droits sur le Site, les logiciels, les voix de synthèse, la marque ${brand} et les illustrations. Le Client reçoit, pour la durée de son contrat et pour ses besoins propres, un droit d’usage du Service, non exclusif et qui ne se cède pas.`,
          ],
          "Le Client reste propriétaire des Données du Client. Il nous autorise à les reproduire et à les traiter dans la seule mesure nécessaire au Service, pour la durée du contrat.",
          "Le nom et le logo du Client ne sont cités comme référence qu’avec son accord, qu’il peut retirer.",
        ],
      },
      {
        id: "responsabilite-suspension-resiliation",
        title: "Responsabilité, suspension, résiliation",
        blocks: [
          { id: "responsabilite", subtitle: "Responsabilité" },
          "Nous fournissons le Service avec soin, par une obligation de moyens. Nous ne répondons ni des informations fournies par le Client, ni de l’usage qu’il fait des réponses de l’Assistante, ni des réseaux et services de tiers, ni de la force majeure (article 1218 du code civil).",
          "Notre responsabilité est limitée, pour l’ensemble des dommages directs d’une même année, aux sommes payées par le Client au cours des douze mois qui précèdent le fait en cause ; les dommages indirects, comme un gain manqué, sont exclus. Ces limites ne jouent ni en cas de dol ou de faute lourde, ni pour un dommage corporel, ni quand la loi les interdit.",
          { id: "suspension", subtitle: "Suspension" },
          "Si le Client manque aux Conditions, nous pouvons suspendre son compte après un préavis de 48 heures adressé par e-mail et resté sans effet. La suspension est immédiate, et le Client prévenu en même temps, en cas de manquement grave : fraude, usurpation d’identité, menace, démarchage sans accord des personnes appelées, atteinte à la sécurité. Elle cesse avec sa cause.",
          { id: "resiliation", subtitle: "Résiliation sans engagement" },
          [
            "Les abonnements sont sans engagement de durée. Le Client résilie quand il le veut, sans motif ni frais, par un e-mail à ",
            email,
            " ; la résiliation prend effet à la fin du mois payé. Nous pouvons y mettre fin dans les mêmes formes, avec un préavis d’un mois.",
          ],
          "En cas de manquement grave de l’une des parties, ou auquel il n’est pas remédié quinze jours après une mise en demeure, l’autre peut résilier aussitôt. Si le manquement est le nôtre, les sommes payées pour la période non fournie sont remboursées. À la fin du contrat, les Données du Client sont rendues puis effacées comme le prévoit l’annexe de la section « Données ».",
        ],
      },
      {
        id: "droit-applicable-et-litiges",
        title: "Droit applicable et litiges",
        blocks: [
          "Les Conditions sont soumises au droit français et rédigées en français. Si l’une de leurs clauses est écartée, les autres demeurent.",
          "Nous pouvons les faire évoluer. La nouvelle version est annoncée par e-mail aux Clients un mois au moins avant son application ; celui qui la refuse résilie avant cette date. La version acceptée à la commande reste lisible à une adresse permanente, que l’espace client indique.",
          [
            "En cas de désaccord, écrivez d’abord à ",
            email,
            " : les parties recherchent un accord amiable pendant trente jours. À défaut, et entre commerçants, le tribunal compétent est celui du siège de ",
            company,
            " ; dans les autres cas, il est désigné par la loi.",
          ],
          legal.mediator.name.trim() === ""
            ? "Le Service étant réservé aux professionnels, il n’est pas soumis à la médiation de la consommation."
            : [
                `Une personne qui aurait commandé comme consommateur peut saisir gratuitement le médiateur de la consommation : ${[legal.mediator.name, legal.mediator.address].filter(Boolean).join(", ")}`,
                ...(legal.mediator.url.trim() === ""
                  ? []
                  : [", ", { address: legal.mediator.url, words: withoutScheme(legal.mediator.url) }]),
                ".",
              ],
        ],
      },
    ],
  };
}

/** What follows from the duties of transparency. Source: regulation (EU) 2024/1689, articles 5 and 50, annex III. */
export const aiCommitments: Block = {
  list: [
    "Si la phrase d’accueil choisie par le Client ne dit pas qu’il s’agit d’une intelligence artificielle, l’Assistante l’annonce d’elle-même au début de chaque appel.",
    "La ligne de test et l’audio de démonstration du Site portent la mention « Voix générée par une IA ».",
    "Les pratiques interdites par l’article 5 du règlement sont exclues du Service.",
    "Sauf accord écrit, le Service n’est pas fourni pour les usages à haut risque de l’annexe III du règlement, comme le recrutement, la notation de crédit ou l’évaluation d’élèves.",
  ],
};

function aiActDates(version: CivilDate): string {
  return wordedFor(version, {
    "2025-06-25": "applicables à compter du 2 août 2026. Nous les suivons sans attendre cette date :",
    "2026-08-02": "applicables depuis le 2 août 2026. Voici comment nous les appliquons :",
  });
}

/** Inside a sentence: « société par actions simplifiée », but « SAS » as it stands. */
function lowerFirst(words: string): string {
  return /^\p{Lu}\p{Ll}/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:\/\//, "").replace(/\/$/, "");
}
