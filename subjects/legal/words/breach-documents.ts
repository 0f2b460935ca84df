import type { SiteSettings } from "#domain/site/site-settings.ts";

import { type LegalText, orPlaceholder } from "./legal-text.ts";
import { countryOf } from "./processors.ts";

/** What to do when data may have leaked, changed or been lost. Sources: GDPR, articles 33 and 34. */
export function breachProcedure({ legal, contact }: SiteSettings): LegalText {
  return {
    title: "Procédure en cas de violation de données",
    summary:
      "Une violation est la perte, l’altération ou la divulgation de données personnelles, voulue ou non : une base copiée, un compte d’administrateur pris, un fichier envoyé au mauvais destinataire, une sauvegarde perdue. La CNIL est prévenue dans les 72 heures après que vous en avez connaissance, sauf si aucun risque n’en résulte pour les personnes.",
    sections: [
      {
        id: "qui",
        title: "Qui fait quoi",
        blocks: [
          {
            facts: [
              {
                term: "Décide et notifie",
                value: [orPlaceholder(legal.publicationDirector), ", pour ", orPlaceholder(legal.company)],
              },
              {
                term: "Conseille",
                value:
                  legal.dataProtectionOfficer.trim() || "Pas de délégué désigné : un conseil extérieur, à nommer ici",
              },
              { term: "Reçoit les alertes", value: [orPlaceholder(contact.email)] },
              {
                term: "Hébergeur à joindre",
                value: [orPlaceholder(legal.host.name), ", ", orPlaceholder(legal.host.phone)],
              },
            ],
          },
        ],
      },
      {
        id: "heures",
        title: "Les 72 heures",
        blocks: [
          {
            table: {
              caption: "Ce qui est fait, et quand",
              head: ["Délai", "À faire", "Fait le, par"],
              rows: [
                [
                  "Tout de suite",
                  "Noter l’heure à laquelle vous l’avez appris : le délai part de là. Ouvrir une ligne au registre des violations, à la fin de ce document.",
                  "……",
                ],
                [
                  "1 heure",
                  "Arrêter la fuite, d’après le tableau « Arrêter » ci-dessous. Ne rien effacer : ce qui reste est la preuve.",
                  "……",
                ],
                [
                  "4 heures",
                  "Mettre à l’abri le journal des actions, les journaux techniques (ils s’effacent au bout de 7 jours) et une sauvegarde datée.",
                  "……",
                ],
                [
                  "24 heures",
                  "Dire quelles données, de combien de personnes, avec quelles suites possibles ; décider s’il y a risque, et s’il est élevé.",
                  "……",
                ],
                [
                  "72 heures",
                  "S’il y a risque : notifier la CNIL avec le modèle joint, même incomplet ; compléter ensuite. Au-delà, dire pourquoi c’est tard.",
                  "……",
                ],
                [
                  "Sans délai",
                  "Si le risque est élevé : prévenir les personnes elles-mêmes, en termes simples. Prévenir les entreprises clientes dont les données sont touchées.",
                  "……",
                ],
                ["Après", "Corriger la cause, le prouver par un test, relire cette procédure.", "……"],
              ],
            },
          },
        ],
      },
      {
        id: "arreter",
        title: "Arrêter",
        blocks: [
          {
            table: {
              caption: "Ce que le site permet",
              head: ["Ce qui est arrivé", "Ce que vous faites"],
              rows: [
                [
                  "Un compte d’administrateur est pris",
                  [
                    { strong: "Équipe" },
                    " : fermer ses sessions, retirer son droit ; sinon ",
                    { code: "npm run admin -- reset-factors E-MAIL" },
                  ],
                ],
                [
                  "Une clé qui signe, ou AUTH_SECRET, a fui",
                  [{ code: "npm run admin -- rotate-keys --now" }, " : aucun jeton d’avant n’est plus cru"],
                ],
                ["La clé secrète d’un programme a fui", "En mettre une autre dans la configuration et redémarrer"],
                [
                  "Un destinataire d’événements n’est plus sûr",
                  "Le retirer de la configuration et redémarrer : plus rien ne lui est envoyé",
                ],
                [
                  "La base a été copiée ou modifiée",
                  "Couper l’accès chez l’hébergeur, changer le mot de passe de la base, restaurer une sauvegarde ailleurs pour comparer",
                ],
                ["Un export est parti au mauvais endroit", "Demander son effacement par écrit, garder la réponse"],
              ],
            },
          },
        ],
      },
      {
        id: "mesurer",
        title: "Mesurer",
        blocks: [
          {
            list: [
              [
                { strong: "Qui a lu, changé, exporté, effacé" },
                " : écran « Journal » de l’administration, et son export.",
              ],
              [
                { strong: "Quelles données" },
                " : le registre des activités de traitement dit ce que chaque partie contient.",
              ],
              [{ strong: "Combien de personnes" }, " : la liste des demandes, filtrée par date, en donne le nombre."],
              [
                { strong: "Risque élevé" },
                " : mots de passe en clair, documents d’identité, données de santé ou bancaires, ou de quoi se faire passer pour quelqu’un. Une empreinte Argon2id ou une donnée chiffrée dont la clé est sauve le réduit.",
              ],
            ],
          },
        ],
      },
      {
        id: "registre",
        title: "Registre des violations",
        blocks: [
          "Chaque violation y est notée, notifiée ou non (article 33, paragraphe 5).",
          {
            table: {
              caption: "Registre des violations",
              head: [
                "Connue le",
                "Faits",
                "Données et personnes",
                "Effets",
                "Mesures",
                "CNIL : date, ou pourquoi non",
                "Personnes : date, ou pourquoi non",
              ],
              rows: [
                ["", "", "", "", "", "", ""],
                ["", "", "", "", "", "", ""],
                ["", "", "", "", "", "", ""],
              ],
            },
          },
        ],
      },
    ],
  };
}

/** What article 33, paragraph 3 asks for, ready to be copied into the form of the CNIL. */
export function breachNotice({ legal, contact }: SiteSettings): LegalText {
  const toFill = "…………………………………………………………";
  return {
    title: "Notification d’une violation de données à la CNIL",
    summary:
      "À transmettre par le téléservice de la CNIL dans les 72 heures. Ce qui n’est pas encore connu se complète ensuite : une notification incomplète à temps vaut mieux qu’une notification complète en retard.",
    sections: [
      {
        id: "organisme",
        title: "1. Organisme",
        blocks: [
          {
            facts: [
              {
                term: "Responsable du traitement",
                value: [orPlaceholder(legal.company), ", SIREN ", orPlaceholder(legal.siren)],
              },
              { term: "Adresse", value: [orPlaceholder(legal.registeredOffice)] },
              {
                term: "Point de contact",
                value: legal.dataProtectionOfficer.trim() || [
                  orPlaceholder(contact.email),
                  ", ",
                  orPlaceholder(contact.phone),
                ],
              },
              {
                term: "Autres organismes concernés",
                value: [
                  orPlaceholder(legal.host.name),
                  " (hébergement)",
                  ...legal.processors.map((processor) => ` ; ${processor.name} (${countryOf(processor)})`),
                  ". Rayez ceux qui ne le sont pas.",
                ],
              },
            ],
          },
        ],
      },
      {
        id: "violation",
        title: "2. Violation",
        blocks: [
          {
            facts: [
              { term: "Début, fin (ou en cours)", value: toFill },
              { term: "Connue le, à quelle heure, comment", value: toFill },
              { term: "Si plus de 72 heures sont passées, pourquoi", value: toFill },
              {
                term: "Nature",
                value: "☐ confidentialité (divulgation)   ☐ intégrité (modification)   ☐ disponibilité (perte)",
              },
              { term: "Circonstances et cause", value: toFill },
            ],
          },
        ],
      },
      {
        id: "donnees",
        title: "3. Données et personnes",
        blocks: [
          {
            facts: [
              {
                term: "Catégories de données",
                value:
                  "☐ identité   ☐ coordonnées   ☐ entreprise et besoins   ☐ identifiants de compte   ☐ paiement (référence, montant)   ☐ journal   ☐ autres : …………",
              },
              {
                term: "Catégories de personnes",
                value: "☐ demandeurs   ☐ clients   ☐ inscrits à une conférence   ☐ administrateurs   ☐ autres : …………",
              },
              { term: "Nombre approximatif de personnes", value: toFill },
              { term: "Nombre approximatif d’enregistrements", value: toFill },
            ],
          },
        ],
      },
      {
        id: "consequences",
        title: "4. Conséquences probables",
        blocks: [
          {
            facts: [
              { term: "Pour les personnes", value: toFill },
              { term: "Gravité", value: "☐ négligeable   ☐ limitée   ☐ importante   ☐ maximale" },
            ],
          },
        ],
      },
      {
        id: "mesures",
        title: "5. Mesures",
        blocks: [
          {
            facts: [
              {
                term: "Avant la violation",
                value:
                  "Mots de passe en empreinte Argon2id ; droits vérifiés ligne par ligne par la base ; sessions courtes et second facteur ; journal des actions ; durées de conservation appliquées par le site.",
              },
              { term: "Prises pour y remédier", value: toFill },
              { term: "Prises pour en limiter les effets", value: toFill },
            ],
          },
        ],
      },
      {
        id: "personnes",
        title: "6. Information des personnes (article 34)",
        blocks: [
          {
            facts: [
              { term: "Informées", value: "☐ oui, le ……   ☐ elles le seront, le ……   ☐ non, parce que …………" },
              {
                term: "Texte",
                value:
                  "« Le ……, nous avons constaté que …… . Vos données concernées sont …… . Il peut en résulter …… . Nous avons …… . Nous vous conseillons de …… . Pour toute question, écrivez-nous. »",
              },
            ],
          },
        ],
      },
    ],
  };
}
