import { join } from "node:path";

import type { Processor, ProcessorRole } from "#domain/site/legal-identity.ts";

import type { Keys } from "./keys.ts";
import { type Answers, dueQuestions, questions } from "./questions.ts";

/** What the site's configuration is made of; what is not asked stays as the owner has it. */
export type ConfigDocument = Record<string, unknown>;

/** Of a company that has given nothing beyond what the law wants. */
const emptyConfig = {
  contact: { phone: "", email: "", testLine: "", address: { lines: [], mapUrl: "" }, bookingUrl: "", social: [] },
  legal: {
    company: "",
    legalForm: "",
    capitalEuros: 0,
    registeredOffice: "",
    siren: "",
    registry: "",
    vatNumber: "",
    publicationDirector: "",
    host: { name: "", address: "", phone: "" },
    updatedOn: "",
    dataProtectionOfficer: "",
    mediator: { name: "", address: "", url: "" },
    processors: [],
  },
  paymentProvider: "notre prestataire de paiement",
  offers: {},
};

/** @param today `2026-11-28`: when these facts were last changed */
export function configOf(answers: Answers, before: ConfigDocument | undefined, today: string): ConfigDocument {
  const config = structuredClone(before ?? emptyConfig) as ConfigDocument;
  let processors = (readField(config, "legal.processors") ?? []) as Processor[];
  for (const { key, home, isNumber } of dueQuestions(answers)) {
    if (home === "files" || "variable" in home) continue;
    const text = answers[key] ?? "";
    if ("field" in home) writeField(config, home.field, isNumber ? Number(text) : text);
    else processors = withProcessor(processors, home.processor, { [home.of]: text });
  }
  writeField(config, "legal.processors", processors);
  if (JSON.stringify(config) !== JSON.stringify(before)) writeField(config, "legal.updatedOn", today);
  return config;
}

function withProcessor(list: Processor[], role: ProcessorRole, change: Partial<Processor>): Processor[] {
  const known = list.find((each) => each.role === role) ?? { role, name: "", country: "FR", transferGuarantee: "" };
  const changed = { ...known, ...change };
  return list.includes(known) ? list.map((each) => (each === known ? changed : each)) : [...list, changed];
}

/** @param path `legal.host.name` */
export function readField(document: ConfigDocument, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, name) => (inner as ConfigDocument | undefined)?.[name], document);
}

function writeField(document: ConfigDocument, path: string, value: unknown): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  let inner = document;
  for (const name of names) inner = (inner[name] ??= {}) as ConfigDocument;
  inner[last] = value;
}

/** Of the network of deploy/compose.yaml: the proxy has one of them. */
const containerNetwork = "10.89.77.0/24";

/**
 * The variables of a production with these answers; those without a value are taken out of the file.
 *
 * @param folder of the files that are made
 */
export function variablesOf(answers: Answers, keys: Keys, folder: string): Record<string, string> {
  const due = dueQuestions(answers);
  const asked: Record<string, string> = {};
  for (const question of questions) {
    const { key, home } = question;
    if (home !== "files" && "variable" in home)
      asked[home.variable] = due.includes(question) ? (answers[key] ?? "") : "";
  }
  const hasReceiver = Boolean(answers.webhookLeadUrl || answers.webhookSigninUrl);
  const isInContainers = answers.service === "compose";
  const seen = isInContainers ? "/etc/ariane" : folder;
  return {
    ...asked,
    NODE_ENV: "production",
    SITE_CONFIG: join(seen, "site.config.json"),
    ...(answers.paymentLinksFile && { PAYMENT_LINKS_FILE: join(seen, "payment-links.json") }),
    AUTH_SECRET: keys.authSecret,
    SECRET_KEY: keys.secretKey,
    PUBLISHABLE_KEY: keys.publishableKey,
    WEBHOOK_SECRET: hasReceiver ? keys.webhookSecret : "",
    BACKUP_KEY: keys.backupRecipient,
    ADMIN_PASSWORD: keys.adminPassword,
    HOST: isInContainers ? "0.0.0.0" : "127.0.0.1",
    TRUSTED_PROXY: isInContainers ? containerNetwork : answers.proxy === "none" ? "" : "127.0.0.1,::1",
    RESTART_COMMAND: answers.service === "systemd" ? "systemctl restart ariane" : "",
    ...(isInContainers && {
      PORT: "3000",
      DATA_DIR: "/var/lib/ariane",
      BACKUP_DIR: "/var/lib/ariane/backups",
      DATABASE_URL: `postgresql://ariane:${keys.databasePassword}@postgres:5432/ariane`,
      POSTGRES_PASSWORD: keys.databasePassword,
      SITE_HOST: URL.parse(answers.siteUrl ?? "")?.host ?? "",
    }),
  };
}
