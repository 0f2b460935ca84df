import { frenchVatNumber, isSiren } from "#domain/kernel/siren.ts";
import { isInsideEuropeanArea, type ProcessorRole } from "#domain/site/legal-identity.ts";
import { mailableAddress } from "#kit/email-address.ts";
import type { setUpGroups, setUpQuestions } from "#content/set-up.ts";
import { addressOfSender } from "#server/settings/sender.ts";

export type AnswerKey = keyof typeof setUpQuestions;
/** Texts as they were typed; an empty one is an answer that was left out. */
export type Answers = { [Key in AnswerKey]?: string };

/** Where an answer is kept: a variable of `.env`, a field of the site's configuration, or the files that were made. */
type Home = { variable: string } | { field: string } | { processor: ProcessorRole; of: ProcessorField } | "files";
type ProcessorField = "name" | "country" | "transferGuarantee";

export type Question = {
  key: AnswerKey;
  group: keyof typeof setUpGroups;
  home: Home;
  /** A valid value, taken while another answer is checked. */
  sample: string;
  isOptional?: true;
  /** Masked where answers are listed. */
  isSecret?: true;
  isNumber?: true;
  choices?: readonly string[];
  suggests?: (answers: Answers, folder: string) => string;
  /** Not asked otherwise. */
  isDue?: (answers: Answers) => boolean;
};

const isInContainers = ({ service }: Answers) => service === "compose";
const isOnMachine = (answers: Answers) => !isInContainers(answers);
const has = (key: AnswerKey) => (answers: Answers) => (answers[key] ?? "") !== "";
const isAutomated = (answers: Answers) => has("webhookLeadUrl")(answers) || has("webhookSigninUrl")(answers);

/** In the order they are asked. */
export const questions: readonly Question[] = [
  { key: "siteUrl", group: "site", home: { variable: "SITE_URL" }, sample: "https://www.exemple.fr" },
  {
    key: "brandName",
    group: "site",
    home: { variable: "BRAND_NAME" },
    sample: "Ariane",
    isOptional: true,
    suggests: () => "Ariane",
  },
  {
    key: "service",
    group: "machine",
    home: "files",
    sample: "none",
    choices: ["systemd", "compose", "none"],
    suggests: () => "systemd",
  },
  {
    key: "proxy",
    group: "machine",
    home: "files",
    sample: "none",
    choices: ["caddy", "nginx", "none"],
    suggests: () => "caddy",
    isDue: isOnMachine,
  },
  {
    key: "port",
    group: "machine",
    home: { variable: "PORT" },
    sample: "3000",
    isOptional: true,
    suggests: () => "3000",
    isDue: isOnMachine,
  },
  {
    key: "databaseUrl",
    group: "machine",
    home: { variable: "DATABASE_URL" },
    sample: "",
    isOptional: true,
    isSecret: true,
    isDue: isOnMachine,
  },
  {
    key: "dataDir",
    group: "machine",
    home: { variable: "DATA_DIR" },
    sample: "/var/lib/ariane",
    suggests: ({ service }, folder) => (service === "systemd" ? "/var/lib/ariane" : `${folder}/data`),
    isDue: isOnMachine,
  },
  {
    key: "backupDir",
    group: "machine",
    home: { variable: "BACKUP_DIR" },
    sample: "/var/lib/ariane/backups",
    suggests: ({ dataDir = "" }, folder) => `${dataDir === "" ? folder : dataDir}/backups`,
    isDue: isOnMachine,
  },
  {
    key: "smtpUrl",
    group: "mail",
    home: { variable: "SMTP_URL" },
    sample: "smtp://127.0.0.1",
    isSecret: true,
  },
  {
    key: "mailFrom",
    group: "mail",
    home: { variable: "MAIL_FROM" },
    sample: "bonjour@exemple.fr",
    suggests: ({ siteUrl = "", brandName = "Ariane" }) =>
      `${brandName} <bonjour@${URL.parse(siteUrl)?.hostname.replace(/^www\./, "") ?? ""}>`,
  },
  { key: "dkimSelector", group: "mail", home: { variable: "DKIM_SELECTOR" }, sample: "", isOptional: true },
  ...processorQuestions("mail", "mail", () => true),
  { key: "company", group: "company", home: { field: "legal.company" }, sample: "Zeta SAS" },
  {
    key: "legalForm",
    group: "company",
    home: { field: "legal.legalForm" },
    sample: "Société par actions simplifiée",
    suggests: () => "Société par actions simplifiée",
  },
  { key: "capitalEuros", group: "company", home: { field: "legal.capitalEuros" }, sample: "1000", isNumber: true },
  {
    key: "registeredOffice",
    group: "company",
    home: { field: "legal.registeredOffice" },
    sample: "1 rue A, 69001 Lyon",
  },
  { key: "siren", group: "company", home: { field: "legal.siren" }, sample: "123 456 782" },
  { key: "registry", group: "company", home: { field: "legal.registry" }, sample: "RCS Lyon" },
  {
    key: "vatNumber",
    group: "company",
    home: { field: "legal.vatNumber" },
    sample: "FR 11 123456782",
    suggests: ({ siren = "" }) => (isSiren(siren) ? frenchVatNumber(siren.replaceAll(/\D/g, "")) : ""),
  },
  { key: "publicationDirector", group: "company", home: { field: "legal.publicationDirector" }, sample: "D. Zeta" },
  { key: "contactPhone", group: "company", home: { field: "contact.phone" }, sample: "01 42 00 00 00" },
  {
    key: "contactEmail",
    group: "company",
    home: { field: "contact.email" },
    sample: "bonjour@exemple.fr",
    suggests: ({ mailFrom = "" }) => mailableAddress(addressOfSender(mailFrom)) ?? "",
  },
  { key: "hostName", group: "host", home: { field: "legal.host.name" }, sample: "Zeta" },
  { key: "hostAddress", group: "host", home: { field: "legal.host.address" }, sample: "1 rue B, 69001 Lyon" },
  { key: "hostPhone", group: "host", home: { field: "legal.host.phone" }, sample: "01 42 00 00 00" },
  {
    key: "paymentLinksFile",
    group: "payments",
    home: { variable: "PAYMENT_LINKS_FILE" },
    sample: "",
    isOptional: true,
  },
  {
    key: "paymentWebhookSecret",
    group: "payments",
    home: { variable: "STRIPE_WEBHOOK_SECRET" },
    sample: "",
    isOptional: true,
    isSecret: true,
    isDue: has("paymentLinksFile"),
  },
  ...processorQuestions("payment", "payments", has("paymentLinksFile")),
  { key: "webhookLeadUrl", group: "automation", home: { variable: "WEBHOOK_LEAD_URL" }, sample: "", isOptional: true },
  {
    key: "webhookSigninUrl",
    group: "automation",
    home: { variable: "WEBHOOK_SIGNIN_URL" },
    sample: "",
    isOptional: true,
  },
  ...processorQuestions("automation", "automation", isAutomated),
  { key: "googleClientId", group: "signIn", home: { variable: "GOOGLE_CLIENT_ID" }, sample: "", isOptional: true },
  {
    key: "googleClientSecret",
    group: "signIn",
    home: { variable: "GOOGLE_CLIENT_SECRET" },
    sample: "a-secret",
    isSecret: true,
    isDue: has("googleClientId"),
  },
  ...processorQuestions("signIn", "signIn", has("googleClientId"), ["Google Ireland Limited", "IE"]),
  {
    key: "adminEmail",
    group: "administrator",
    home: { variable: "ADMIN_EMAIL" },
    sample: "moi@exemple.fr",
    suggests: ({ contactEmail = "" }) => contactEmail,
  },
];

/** Who receives personal data with these answers: name, country, and outside of Europe what guards them. */
function processorQuestions(
  role: "mail" | "payment" | "automation" | "signIn",
  group: Question["group"],
  isDue: (answers: Answers) => boolean,
  [name, country]: [name?: string, country?: string] = [],
): Question[] {
  const countryKey = `${role}ProcessorCountry` as const;
  const isFar = (answers: Answers) => isDue(answers) && !isInsideEuropeanArea(answers[countryKey] || "FR");
  const home = (of: ProcessorField) => ({ processor: role, of });
  return [
    {
      key: `${role}ProcessorName`,
      group,
      home: home("name"),
      sample: "Zeta",
      isDue,
      ...(name !== undefined && { suggests: () => name }),
    },
    { key: countryKey, group, home: home("country"), sample: "FR", suggests: () => country ?? "FR", isDue },
    {
      key: `${role}ProcessorGuarantee`,
      group,
      home: home("transferGuarantee"),
      sample: "Clauses contractuelles types",
      isDue: isFar,
    },
  ];
}

/** What is asked with these answers. */
export function dueQuestions(answers: Answers): readonly Question[] {
  return questions.filter(({ isDue }) => isDue?.(answers) ?? true);
}
