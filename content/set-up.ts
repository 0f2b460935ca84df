/** How one question of the set-up is put. `expects` also stands before what the settings refuse. */
type Asked = { ask: string; expects: string };

const dataCountry = (example: string): Asked => ({
  ask: "Pays où elle traite les données",
  expects: `deux lettres, comme ${example}`,
});

const transferGuarantee: Asked = {
  ask: "Garantie du transfert hors d’Europe",
  expects: "par exemple : clauses contractuelles types de la Commission européenne",
};

const receiverAddresses = "une adresse https, ou plusieurs séparées par des virgules";

/** What `npm run setup` asks, by the name of the answer. */
export const setUpQuestions = {
  siteUrl: {
    ask: "Adresse publique du site",
    expects: "une adresse complète sans chemin, comme https://www.exemple.fr",
  },
  brandName: { ask: "Nom du produit, affiché partout", expects: "40 caractères au plus" },
  service: {
    ask: "Comment le site tourne‑t‑il",
    expects: "systemd (un service de la machine), compose (conteneurs), none (rien à écrire)",
  },
  proxy: {
    ask: "Serveur mandataire devant le site, qui porte le certificat",
    expects: "caddy (certificats automatiques), nginx, none (il existe déjà, ou il n’y en a pas)",
  },
  port: { ask: "Port sur lequel le site écoute cette machine", expects: "un nombre de 1 à 65535" },
  databaseUrl: {
    ask: "Adresse de PostgreSQL 15 ou plus récent, vide pour la base embarquée",
    expects: "une adresse comme postgresql://ariane:motdepasse@127.0.0.1:5432/ariane",
  },
  dataDir: { ask: "Dossier des données", expects: "un chemin complet, hors du dossier du programme" },
  backupDir: {
    ask: "Dossier des sauvegardes de chaque nuit",
    expects: "un chemin complet, de préférence sur un autre disque",
  },
  smtpUrl: {
    ask: "Serveur d’envoi des e-mails",
    expects: "une adresse comme smtps://utilisateur:motdepasse@smtp.exemple.fr",
  },
  mailFrom: { ask: "Expéditeur des e-mails", expects: "une adresse, comme Ariane <bonjour@exemple.fr>" },
  dkimSelector: {
    ask: "Sélecteur DKIM, s’il est connu",
    expects: "le nom que donne le service d’e-mail, comme s1",
  },
  mailProcessorName: { ask: "Société qui envoie les e-mails", expects: "sa raison sociale, citée dans la politique" },
  mailProcessorCountry: dataCountry("FR"),
  mailProcessorGuarantee: transferGuarantee,
  company: { ask: "Raison sociale de votre société", expects: "comme à l’extrait Kbis" },
  legalForm: { ask: "Forme juridique", expects: "par exemple : Société par actions simplifiée" },
  capitalEuros: { ask: "Capital social, en euros", expects: "un nombre, sans espace ni symbole" },
  registeredOffice: { ask: "Siège social", expects: "numéro, rue, code postal et ville" },
  siren: { ask: "Numéro SIREN", expects: "neuf chiffres dont le dernier est une clé" },
  registry: { ask: "Registre", expects: "par exemple : RCS Lyon" },
  vatNumber: { ask: "Numéro de TVA", expects: "FR, deux chiffres de clé, puis le SIREN" },
  publicationDirector: { ask: "Directeur ou directrice de la publication", expects: "prénom et nom" },
  contactPhone: { ask: "Téléphone affiché sur le site", expects: "un numéro qui répond" },
  contactEmail: { ask: "E-mail affiché sur le site", expects: "une adresse qui est lue" },
  hostName: { ask: "Hébergeur du site", expects: "sa raison sociale" },
  hostAddress: { ask: "Adresse de l’hébergeur", expects: "numéro, rue, code postal et ville" },
  hostPhone: { ask: "Téléphone de l’hébergeur", expects: "un numéro" },
  paymentLinksFile: {
    ask: "Fichier des liens de paiement, vide s’il n’y en a pas encore",
    expects: "le chemin d’un fichier JSON, comme dans docs/configuration.md",
  },
  paymentWebhookSecret: {
    ask: "Secret de signature des paiements",
    expects: "celui du prestataire, qui commence par whsec_",
  },
  paymentProcessorName: { ask: "Société qui prend les paiements", expects: "sa raison sociale" },
  paymentProcessorCountry: dataCountry("IE"),
  paymentProcessorGuarantee: transferGuarantee,
  webhookLeadUrl: {
    ask: "Automatisation qui reçoit les leads, vide s’il n’y en a pas",
    expects: receiverAddresses,
  },
  webhookSigninUrl: {
    ask: "Automatisation qui reçoit les connexions, vide s’il n’y en a pas",
    expects: receiverAddresses,
  },
  automationProcessorName: { ask: "Société de l’automatisation", expects: "sa raison sociale" },
  automationProcessorCountry: dataCountry("FR"),
  automationProcessorGuarantee: transferGuarantee,
  googleClientId: {
    ask: "Identifiant client Google pour la connexion, vide sans bouton Google",
    expects: "celui de la console Google, qui finit par .apps.googleusercontent.com",
  },
  googleClientSecret: { ask: "Secret de ce client Google", expects: "celui de la console Google" },
  signInProcessorName: { ask: "Société de la connexion Google", expects: "sa raison sociale" },
  signInProcessorCountry: dataCountry("IE"),
  signInProcessorGuarantee: transferGuarantee,
  adminEmail: {
    ask: "Adresse de la première personne qui administre le site",
    expects: "une adresse e-mail ; le second facteur est demandé à sa première connexion",
  },
} satisfies Record<string, Asked>;

export const setUpGroups = {
  site: "Le site",
  machine: "La machine",
  mail: "Les e-mails",
  company: "La société",
  host: "L’hébergeur",
  payments: "Les paiements",
  automation: "Les automatisations",
  signIn: "La connexion par Google",
  administrator: "L’administration",
};

/** What the command says beside its questions. */
export const setUpWords = {
  welcome: (folder: string) =>
    `Mise en production. Chaque réponse est vérifiée aussitôt, comme au démarrage.\n` +
    `Rien n’est écrit dans ${folder} avant la fin. Entrée garde la proposition entre crochets.`,
  again: (folder: string) => `${folder} contient déjà une mise en production. Une réponse se change par son numéro.`,
  whichOne: "Numéro de la réponse à changer (Entrée : terminer)",
  notOne: "Ce numéro n’est pas dans la liste.",
  refused: (expects: string, sentence: string) => `Il faut ${expects}.\n ${sentence}`,
  missing: "cette réponse manque.",
  notText: "cette réponse n’est pas un texte.",
  unknown: (key: string) => `${key} n’est pas une question.`,
  controls: "un caractère invisible ou un saut de ligne s’y trouve.",
  bothQuotes: "elle ne peut contenir à la fois une apostrophe et un guillemet, une barre oblique inverse ou un dollar.",
  notPath: "ce n’est pas un chemin complet.",
  notChoice: (choices: string) => `ce n’est ni l’un ni l’autre de ces mots\u00a0: ${choices}.`,
  noSuchFile: (file: string) => `il n’y a pas de fichier ${file}.`,
  none: "aucune",
  cutOff: "Arrêté avant la fin\u00a0: rien n’a été écrit.",
  ownConfig: (file: string) =>
    `La société est décrite dans ${file}, que cette commande n’écrit pas\u00a0: changez-la là, ` +
    "ou retirez SITE_CONFIG de .env pour la décrire ici.",
  insideOfPack:
    "Nommez un dossier hors de celui du programme, qui change à chaque version, par exemple\u00a0: --to /etc/ariane.",
  notAnswers: (file: string) => `${file} ne contient pas d’objet JSON.`,
  written: (files: string) => `Écrit\u00a0: ${files}.`,
  keepAway: (file: string) =>
    `${file} ouvre les sauvegardes, et le site n’en a pas besoin\u00a0: rangez-le ailleurs que sur cette machine.`,
  startBy: {
    systemd: (folder: string) =>
      `Pour démarrer\u00a0: cp ${folder}/ariane.service /etc/systemd/system/ && systemctl daemon-reload && ` +
      "systemctl enable --now ariane",
    compose: (folder: string) => `Pour démarrer\u00a0: docker compose --project-directory ${folder} up --detach`,
    none: (folder: string) =>
      `Pour démarrer\u00a0: node --env-file=${folder}/.env server/main.ts, ou npm start là où ce .env est lu.`,
  },
  startPack: (program: string) => `Pour démarrer\u00a0: ${program}/ariane start`,
  proxyBy: {
    caddy: (folder: string) =>
      `Devant le site\u00a0: cp ${folder}/Caddyfile /etc/caddy/Caddyfile && systemctl reload caddy`,
    nginx: (folder: string) =>
      `Devant le site\u00a0: cp ${folder}/nginx.conf /etc/nginx/conf.d/ariane.conf && nginx -s reload`,
  },
  /** @param command that shows them */
  shown: (command: string) => `${command} réaffiche les clés et le premier mot de passe.`,
  checkNow: "Une fois le site démarré, Entrée lance la vérification de l’extérieur (« plus tard » la laisse)",
  later: "plus tard",
  checkBy: (command: string) => `À vérifier ensuite\u00a0: ${command}`,
  notYours: (file: string) => `${file} est à un autre compte de cette machine\u00a0: rien n’est montré.`,
  nothingMade: (folder: string) => `Rien n’a encore été mis en place dans ${folder}.`,
  made: {
    siteUrl: "Site",
    administrator: "Première connexion",
    password: "Mot de passe à changer",
    secretKey: "Clé des serveurs (aussi celle de /metrics)",
    publishableKey: "Clé des navigateurs",
    authSecret: "Secret maître",
    webhookSecret: "Secret des automatisations",
    databasePassword: "Mot de passe de la base",
    backupKey: "Ferme les sauvegardes",
    backupIdentity: "Ouvre les sauvegardes",
  },
};
