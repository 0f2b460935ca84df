import { sayCount } from "#content/language/count.ts";
import { questionLabels } from "#subjects/leads/words/admin-file.ts";
import { type CommonField, type ImportField, isAnswer } from "#subjects/imports/rules/fields.ts";
import { importLimits, undoHours } from "#subjects/imports/rules/limits.ts";
import type { LineProblem } from "#subjects/imports/rules/read-line.ts";
import type { TableProblem } from "#subjects/imports/rules/read-table.ts";

const leads = (count: number) => (count > 1 ? `${sayCount(count)} leads` : count === 1 ? "1 lead" : "aucun lead");
const created = (count: number) => `${leads(count)} ${count > 1 ? "créés" : "créé"}`;
const lines = (count: number) => (count > 1 ? `${sayCount(count)} lignes` : `${count} ligne`);
const most = sayCount(importLimits.lines);
const megabytes = importLimits.bytes / 1024 / 1024;

/** Every sentence of « Importer ». */
export const adminImport = {
  title: "Importer",
  skip: "Aller à l’import",
  intro: `Des leads d’un fichier CSV. Aucun e-mail ne part, aucun outil n’est prévenu, et l’import entier s’annule pendant ${undoHours}\u00a0heures.`,
  loading: "Chargement des imports…",
  loadFailed: "Chargement impossible.",
  total: (count: number) => (count > 1 ? `${count} imports` : count === 1 ? "1 import" : "Aucun import pour l’instant"),
  empty: { title: "", text: "" },
  unavailable: "Le serveur ne répond pas\u00a0: l’import s’est arrêté. Rien n’est perdu, reprenez-le.",

  file: {
    title: "Fichier",
    label: "Fichier CSV",
    hint: `Une ligne de titres, puis une ligne par personne. ${most} lignes et ${megabytes}\u00a0Mo au plus. Dans Excel\u00a0: Enregistrer sous, CSV UTF-8.`,
    chosen: (name: string, count: number, columns: number) =>
      `${name}\u00a0: ${lines(count)}, ${columns > 1 ? `${columns} colonnes` : "1 colonne"}`,
    again: (day: string) => `Ce fichier a déjà été importé le ${day}.`,
    goesOn: (reached: number, last: number) =>
      `L’import de ce fichier s’est arrêté à la ligne ${sayCount(reached)} sur ${sayCount(last)}\u00a0: il reprend là, avec les mêmes choix.`,
    problems: {
      tooLarge: `Ce fichier dépasse ${megabytes}\u00a0Mo\u00a0: partagez-le en plusieurs.`,
      tooLong: `Ce fichier dépasse ${most} lignes\u00a0: partagez-le en plusieurs.`,
      empty: "Ce fichier n’a pas de ligne à importer sous ses titres.",
      noTable:
        "Ce fichier n’est pas un tableau\u00a0: ses colonnes se séparent par un point-virgule, une virgule ou une tabulation.",
      spreadsheet: "C’est un classeur\u00a0: ouvrez-le, puis enregistrez-le au format CSV UTF-8.",
    } satisfies Record<TableProblem, string>,
  },

  choices: {
    title: "Colonnes",
    intro: "Les colonnes reconnues sont remplies\u00a0; corrigez ce qui ne va pas.",
    none: "Aucune",
    unnamed: (place: number) => `Colonne ${place}`,
    origin: "Tunnel",
    source: "D’où vient ce fichier",
    sourceHint:
      "Salon, partenaire, ancien outil… Affiché dans chaque fiche et nommé dans les e-mails de l’équipe\u00a0: ces personnes doivent l’apprendre sous un mois.",
    fields: {
      email: "E-mail",
      phone: "Téléphone",
      first_name: "Prénom",
      last_name: "Nom",
      company_name: "Nom commercial",
      business_type: "Activité",
      note: "Note",
      owner: "Propriétaire",
      callback_at: "Rappeler le",
      consent_on: "Accord pour les appels, date",
      consent_source: "Accord pour les appels, source",
      consent_text: "Accord pour les appels, texte",
    } satisfies Record<CommonField, string>,
    consentHint:
      "Un accord pour les appels ne compte qu’avec ses trois colonnes\u00a0: sa date, sa source et ce qui a été dit.",
  },

  preview: {
    title: "Aperçu",
    line: "Ligne",
    firstLines: (shown: number, count: number) => `${lines(shown)} sur ${sayCount(count)}`,
  },

  problems: {
    contactMissing: "ni e-mail ni téléphone",
    emailMalformed: "adresse e-mail illisible",
    phoneMalformed: "numéro de téléphone incomplet",
    dateMalformed: "date illisible\u00a0: attendue comme 26/11/2026 ou 2026-11-26",
    dateSerial:
      "date au format interne d’Excel\u00a0: mettez la colonne au format jj/mm/aaaa, puis enregistrez de nouveau",
    dayToCome: "accord daté d’un jour à venir",
    dayPast: "rappel déjà passé",
    tooLong: "texte trop long",
    ownerUnknown: "personne de l’équipe ne porte ce nom ou cette adresse, ou elle est en lecture seule",
    answerUnknown: "réponse inconnue\u00a0: attendue comme le formulaire la propose",
    volumeNotSold: "volume qui n’est pas vendu\u00a0: choisissez-en un de la liste des prix",
  } satisfies Record<LineProblem["code"], string>,
  lacksProof: "accord incomplet\u00a0: importée sans accord pour les appels",
  problemsTitle: (count: number) => `${lines(count)} à corriger, ${count > 1 ? "non importées" : "non importée"}`,
  lineProblem: (line: number, field: string, problem: string) => `Ligne ${line}, ${field}\u00a0: ${problem}`,
  lineRefused: (line: number, sentence: string) => `Ligne ${line}\u00a0: ${sentence}`,
  andOthers: (count: number) => `… et ${lines(count)} de plus.`,

  duplicates: {
    title: (count: number) => `${lines(count)} en double`,
    intro: "Un lead, ou une ligne plus haut, a le même e-mail ou le même téléphone.",
    skipAll: "Passer toutes ces lignes",
    createAll: "Créer un lead à côté pour chacune",
    create: "Créer quand même",
    createLine: (line: number) => ` la ligne ${line}`,
    line: (line: number, name: string) => `Ligne ${line}, ${name}`,
    sameAsLine: (line: number) => `comme la ligne ${line}`,
    sameAs: "comme",
    unnamed: "un lead sans nom",
    more: "Voir la suite",
  },

  run: {
    dry: "Essayer sans rien enregistrer",
    real: (count: number) => (count === 0 ? "Rien à importer" : `Importer ${leads(count)}`),
    goOn: "Reprendre l’import",
    stop: "Arrêter là",
    progress: (done: number, count: number) => `${sayCount(done)} lignes sur ${sayCount(count)}`,
    progressLabel: "Avancement",
    sourceMissing: "Dites d’où vient ce fichier avant d’importer.",
    tried: (count: number) => `Essai terminé\u00a0: ${leads(count)} à créer, rien n’est enregistré.`,
    done: (count: number, duplicates: number, refused: number) =>
      `Import terminé\u00a0: ${[
        created(count),
        ...(duplicates > 0 ? [`${lines(duplicates)} en double ${duplicates > 1 ? "passées" : "passée"}`] : []),
        ...(refused > 0 ? [`${lines(refused)} ${refused > 1 ? "refusées" : "refusée"}`] : []),
      ].join(", ")}.`,
    fileOver: "Pour un autre fichier, choisissez-le plus haut.",
    stopped: "Import arrêté\u00a0: ce qui est fait reste, et vous pouvez reprendre ou tout annuler.",
  },

  past: {
    title: "Imports",
    facts: (count: number, duplicates: number, refused: number) =>
      `${created(count)}, ${sayCount(duplicates)} en double, ${sayCount(refused)} refusé${refused > 1 ? "s" : ""}`,
    on: (day: string) => `le ${day}, par`,
    source: (source: string) => `Source\u00a0: ${source}`,
    halfWay: (reached: number, last: number) =>
      `Arrêté à la ligne ${sayCount(reached)} sur ${sayCount(last)}. Pour reprendre, choisissez le même fichier.`,
    undone: (day: string) => `Annulé le ${day}`,
    unknownAuthor: "un ancien administrateur",
    undo: "Annuler cet import",
    undoOf: (file: string) => ` (${file})`,
    confirm: {
      title: "Annuler cet import\u00a0?",
      text: (count: number) =>
        count > 1
          ? `Ses ${leads(count)} disparaissent, sauf ceux qui ont changé depuis. Cette annulation est définitive.`
          : "Son lead disparaît, sauf s’il a changé depuis. Cette annulation est définitive.",
      save: "Annuler l’import",
      busy: "Annulation…",
      cancel: "Garder l’import",
    },
    done: (count: number) => `Import annulé\u00a0: ${leads(count)} ${count > 1 ? "retirés" : "retiré"}.`,
    kept: (count: number) =>
      count > 1
        ? `${sayCount(count)} leads ont changé depuis\u00a0: ils restent.`
        : "1 lead a changé depuis\u00a0: il reste.",
  },
} as const;

/** What a column of the file may hold, in words. */
export function fieldLabel(field: ImportField): string {
  return isAnswer(field) ? questionLabels[field] : adminImport.choices.fields[field];
}
