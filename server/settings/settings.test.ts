import { describe, expect, test } from "vitest";

import type { SiteConfig } from "#domain/site/site-config.ts";
import { believableConfig } from "#tests/support/believable-config.ts";

import siteConfig from "../../site.config.ts";
import { isOwnHost } from "#engine/settings/public-demo.ts";
import { readSettings, SettingsError } from "./settings.ts";

const secret = "bruyere7matin2lande9genet4ajonc1";
const completeConfig = believableConfig;
const completeProduction = {
  NODE_ENV: "production",
  SITE_URL: "https://exemple.fr",
  AUTH_SECRET: secret,
  SMTP_URL: "smtp://localhost:25",
  MAIL_FROM: "bonjour@exemple.fr",
};

function read(environment: Record<string, string>, config: SiteConfig = siteConfig, paymentLinksText?: string) {
  return readSettings({ environment, config, paymentLinksText, demoSecret: () => secret });
}

function problemsOf(
  environment: Record<string, string>,
  config: SiteConfig = siteConfig,
  paymentLinksText?: string,
): string[] {
  try {
    read(environment, config, paymentLinksText);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
  return [];
}

test("An empty environment is a demonstration with everything it needs", () => {
  const settings = read({});

  expect(settings).toMatchObject({ mode: "demo", host: "127.0.0.1", port: 3000, previewDate: "2025-10-15" });
  expect(settings.allowedOrigins).toEqual(["http://localhost:3000", "http://127.0.0.1:3000"]);
  expect(settings.firstAdmin?.password.length).toBeGreaterThanOrEqual(12);
  expect(settings.firstAdmin?.name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
  expect(read({ ADMIN_EMAIL: "ines@exemple.fr" }).firstAdmin).not.toHaveProperty("name");
  expect(settings.publishableKey).toMatch(/^sb_publishable_/);
  expect(settings.secretKey).toMatch(/^sb_secret_/);
  expect(Object.keys(settings.site.payments.secretariat)).not.toContain("1000");
});

test("The same secret gives the same keys, another secret gives others", () => {
  expect(read({ AUTH_SECRET: secret }).secretKey).toBe(read({}).secretKey);
  expect(read({ AUTH_SECRET: secret.toUpperCase() }).secretKey).not.toBe(read({}).secretKey);
});

test("Production starts when nothing is missing", () => {
  expect(problemsOf(completeProduction, completeConfig)).toEqual([]);
  expect(read(completeProduction, completeConfig).site.demo).toBeUndefined();
});

test.each(["SITE_URL", "AUTH_SECRET", "SMTP_URL", "MAIL_FROM"])("Production without %s is refused by name", (name) => {
  const problems = problemsOf({ ...completeProduction, [name]: " " }, completeConfig);
  expect(problems[0]).toBe(`${name} is missing: production needs it.`);
  expect(problems.filter((problem) => !problem.includes(name))).toEqual([]);
});

test("Production refuses keys that are short, guessable or used twice; a demonstration takes them", () => {
  const weak = { SECRET_KEY: "abc", PUBLISHABLE_KEY: "sb_publishable_aaaaaaaaaaaaaaaa", BACKUP_KEY: secret };
  expect(problemsOf({ ...completeProduction, ...weak }, completeConfig)).toEqual([
    "SECRET_KEY is too short: 20 characters at least.",
    expect.stringMatching(/^PUBLISHABLE_KEY can be guessed/),
    "BACKUP_KEY is the same as AUTH_SECRET: each needs a key of its own.",
  ]);
  expect(problemsOf({ ...completeProduction, AUTH_SECRET: "x".repeat(31) }, completeConfig)).toEqual([
    "AUTH_SECRET is too short: 32 characters at least.",
  ]);
  expect(problemsOf(weak)).toEqual([]);
});

test.each([
  ["SITE_URL", "http://www.exemple.fr", /^SITE_URL begins with http:/],
  ["SITE_URL", "https://exemple.fr/site", /^SITE_URL is more than an origin: write https:\/\/exemple\.fr alone/],
  ["SITE_URL", "https://exemple.fr/?a=1", /^SITE_URL is more than an origin/],
  ["OIDC_ISSUER", "http://idp.exemple.fr", /^OIDC_ISSUER begins with http:/],
  ["WEBHOOK_LEAD_URL", "https://a.exemple/x, http://hooks.exemple/x", /^WEBHOOK_LEAD_URL begins with http:/],
  ["WEBHOOK_SIGNIN_URL", "http://hooks.exemple/x", /^WEBHOOK_SIGNIN_URL begins with http:/],
  ["SMTP_URL", "smtp://", /^SMTP_URL names no host/],
  ["MAIL_FROM", "nonsense", /^MAIL_FROM holds no e-mail address/],
  ["MAIL_FROM", "Ariane <nonsense>", /^MAIL_FROM holds no e-mail address/],
  ["STRIPE_WEBHOOK_SECRET", "8fGh2KmN4pQrT6vXzB1cD3wE", /^STRIPE_WEBHOOK_SECRET does not begin with whsec_/],
  ["PUBLISHABLE_KEY", "sb_secret_8fGh2KmN4pQrT6vX", /^PUBLISHABLE_KEY is a secret key: the two are exchanged/],
])("Production with %s=%s is refused in one sentence, which shows no key", (name, value, sentence) => {
  const webhooks = { WEBHOOK_SECRET: "whsec_8fGh2KmN4pQrT6vXzB1cD3wEyA5sJ7uL" };
  const problems = problemsOf({ ...completeProduction, ...webhooks, [name]: value }, completeConfig);

  expect(problems.filter((problem) => problem.startsWith(name))).toEqual([expect.stringMatching(sentence)]);
  expect(problems.join()).not.toContain("8fGh2KmN4p");
});

test("Production speaks to this machine in the clear, and a sender may have a name", () => {
  const here = { SITE_URL: "http://localhost:3000/", MAIL_FROM: "Ariane <bonjour@exemple.fr>" };
  expect(problemsOf({ ...completeProduction, ...here }, completeConfig)).toEqual([]);
});

describe("Production refuses the identity of the example", () => {
  test("naming every field that is still an example", () => {
    const examples = [
      "legal.siren is 000 000 000",
      "legal.vatNumber is FR 00 000000000",
      "legal.company",
      "legal.registeredOffice",
      "legal.publicationDirector",
      "legal.host.name",
      "legal.host.address",
      "contact.phone",
      "contact.email",
      ...siteConfig.legal.processors.map(({ role }) => `legal.processors, "${role}"`),
    ];
    const problems = problemsOf(completeProduction);

    expect(problems).toHaveLength(examples.length + 1);
    expect(problems[0]).toContain("legal.host.phone is empty");
    for (const example of examples)
      expect(problems.join("\n")).toMatch(new RegExp(`^${example}( is still an example|: )`, "m"));
  });

  test.each([
    ["legal.siren", { siren: "123 456 789" }],
    ["legal.siren", { siren: "12345678" }],
    ["legal.siren", { siren: "000000000" }],
    ["legal.vatNumber", { vatNumber: "FR 12 123456782" }],
    ["legal.host.name", { host: { ...completeConfig.legal.host, name: "Hébergeur de démonstration" } }],
    ["legal.host.phone", { host: { ...completeConfig.legal.host, phone: "+33 1 99 00 24 24" } }],
  ])("and %s alone when it is all that is left: %o", (name, changes) => {
    const config = { ...completeConfig, legal: { ...completeConfig.legal, ...changes } };
    expect(problemsOf(completeProduction, config)).toEqual([expect.stringContaining(`${name} is `)]);
    expect(problemsOf({}, config)).toEqual([]);
  });

  test("but a company with a number of its own may be called as it likes, and need not owe the tax", () => {
    const legal = {
      ...completeConfig.legal,
      siren: "732829320",
      company: "Ariane SAS",
      vatNumber: "TVA non applicable, art. 293 B du CGI",
    };
    expect(problemsOf(completeProduction, { ...completeConfig, legal })).toEqual([]);
  });
});

describe("A demonstration", () => {
  test.each(["localhost", "LOCALHOST", "site.localhost", "127.0.0.1", "127.8.9.10", "::1"])("starts on %s", (host) => {
    expect(problemsOf({ HOST: host })).toEqual([]);
    expect(problemsOf({ SITE_URL: `http://${host.includes(":") ? `[${host}]` : host}:8080` })).toEqual([]);
  });

  test.each([
    "0.0.0.0",
    "::",
    "192.168.1.20",
    "example.org",
    "localhost.example.org",
    "127.0.0.1.example.org",
    "::ffff:10.0.0.1",
  ])("does not start on %s, unless a variable says that it may", (host) => {
    const url = `https://${host.includes(":") ? `[${host}]` : host}`;
    expect(problemsOf({ HOST: host })).toEqual([expect.stringMatching(/^HOST is .*DEMO_IN_PUBLIC=yes/)]);
    expect(problemsOf({ SITE_URL: url })).toEqual([expect.stringMatching(/^SITE_URL is .*NODE_ENV=production/)]);
    expect(problemsOf({ HOST: host, SITE_URL: url, DEMO_IN_PUBLIC: "yes" })).toEqual([]);
  });

  test("takes no other word for that yes", () => {
    expect(problemsOf({ HOST: "0.0.0.0", DEMO_IN_PUBLIC: "no" })).toHaveLength(2);
  });

  test("answers its own names and every address, and with DEMO_IN_PUBLIC every name", () => {
    const own = ["localhost:3000", "site.localhost", "127.0.0.1:8080", "[::1]:3000", "192.168.1.20", "demo.example"];
    const foreign = ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:3000"];
    expect(own.filter((host) => !isOwnHost(host, "http://demo.example:3000"))).toEqual([]);
    expect(foreign.filter((host) => isOwnHost(host, "http://demo.example:3000"))).toEqual([]);
    const isClosed = (environment: Record<string, string>) => read(environment).isDemoForThisMachine;
    expect([isClosed({}), isClosed({ DEMO_IN_PUBLIC: "yes" })]).toEqual([true, false]);
  });

  test("in public is no matter of production", () => {
    expect(problemsOf({ ...completeProduction, HOST: "0.0.0.0" }, completeConfig)).toEqual([]);
  });
});

test.each([
  ["legal.company", { company: "" }],
  ["legal.legalForm", { legalForm: " " }],
  ["legal.capitalEuros", { capitalEuros: 0 }],
  ["legal.registeredOffice", { registeredOffice: "" }],
  ["legal.siren", { siren: "" }],
  ["legal.registry", { registry: "" }],
  ["legal.vatNumber", { vatNumber: "" }],
  ["legal.publicationDirector", { publicationDirector: "" }],
  ["legal.host.name", { host: { ...completeConfig.legal.host, name: "" } }],
  ["legal.host.address", { host: { ...completeConfig.legal.host, address: "\t" } }],
  ["legal.host.phone", { host: { ...completeConfig.legal.host, phone: "" } }],
])("Production without %s is refused by that name alone; a demonstration starts", (name, changes) => {
  const config = { ...completeConfig, legal: { ...completeConfig.legal, ...changes } };
  expect(problemsOf(completeProduction, config)).toEqual([expect.stringContaining(`${name} is empty`)]);
  expect(problemsOf({}, config)).toEqual([]);
});

test.each(["phone", "email"] as const)("Production without the contact's %s is refused by its name", (name) => {
  const config = { ...completeConfig, contact: { ...completeConfig.contact, [name]: "" } };
  expect(problemsOf(completeProduction, config)).toEqual([expect.stringContaining(`contact.${name} is empty`)]);
});

test.each([
  ["mail", {}],
  ["automation", { WEBHOOK_LEAD_URL: "https://r.example/a", WEBHOOK_SECRET: `whsec_${"a".repeat(32)}` }],
  ["signIn", { GOOGLE_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" }],
])("Production sends nothing to a %s processor that the privacy policy does not name", (role, environment) => {
  const processors = completeConfig.legal.processors.filter((processor) => processor.role !== role);
  const config = { ...completeConfig, legal: { ...completeConfig.legal, processors } };
  expect(problemsOf({ ...completeProduction, ...environment }, config)).toEqual([
    expect.stringContaining(`legal.processors names nobody for "${role}"`),
  ]);
});

test("Production with payment links needs a named payment processor", () => {
  const config = {
    ...completeConfig,
    legal: {
      ...completeConfig.legal,
      processors: completeConfig.legal.processors.filter(({ role }) => role !== "payment"),
    },
  };
  expect(problemsOf(completeProduction, config)).toEqual([]);
  expect(problemsOf(completeProduction, config, '{"secretariat":{"50":"https://pay.example/50"}}')).toEqual([
    expect.stringContaining('names nobody for "payment"'),
  ]);
});

test.each([
  [{ name: " ", country: "FR", transferGuarantee: "" }, "the name is empty"],
  [{ name: "Courrier", country: "France", transferGuarantee: "" }, "the country is not a code"],
  [{ name: "Courrier", country: "US", transferGuarantee: "" }, "no guarantee is named"],
])("Production refuses the processor %o", (entry, sentence) => {
  const processors = completeConfig.legal.processors.map((each) =>
    each.role === "mail" ? { ...each, ...entry } : each,
  );
  const config = { ...completeConfig, legal: { ...completeConfig.legal, processors } };
  expect(problemsOf(completeProduction, config)).toEqual([expect.stringContaining(sentence)]);
});

test("Production refuses to show another day", () => {
  const problems = problemsOf({ ...completeProduction, PREVIEW_DATE: "2025-10-15" }, completeConfig);
  expect(problems).toEqual([expect.stringContaining("PREVIEW_DATE is set")]);
});

test.each([
  [{ PORT: "abc" }, "PORT"],
  [{ PORT: "70000" }, "PORT"],
  [{ DRAIN_SECONDS: "1,5" }, "DRAIN_SECONDS"],
  [{ DRAIN_SECONDS: "61" }, "DRAIN_SECONDS"],
  [{ LEAD_SILENCE_HOURS: "1000" }, "LEAD_SILENCE_HOURS"],
  [{ LEAD_SILENCE_HOURS: "deux" }, "LEAD_SILENCE_HOURS"],
  [{ SITE_URL: "exemple.fr" }, "SITE_URL"],
  [{ SITE_URL: "javascript:alert(1)" }, "SITE_URL"],
  [{ AUTH_SECRET: "short" }, "AUTH_SECRET"],
  [{ DATABASE_URL: "mysql://localhost" }, "DATABASE_URL"],
  [{ DATABASE_URL: "postgres://a", DATABASE_DIRECT_URL: "localhost" }, "DATABASE_DIRECT_URL is not an address"],
  [{ DATABASE_DIRECT_URL: "postgres://localhost" }, "DATABASE_DIRECT_URL is set without DATABASE_URL"],
  [{ PREVIEW_DATE: "2025-02-30" }, "PREVIEW_DATE"],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL"],
  [{ SMTP_URL: "http://localhost" }, "SMTP_URL"],
  [{ MAIL_FROM: "a@b\r\nBcc: c@d" }, "MAIL_FROM"],
  [{ WEBHOOK_LEAD_URL: "file:///etc/passwd", WEBHOOK_SECRET: `whsec_${"a".repeat(32)}` }, "WEBHOOK_LEAD_URL"],
  [{ WEBHOOK_LEAD_URL: "https://r.example/a" }, "WEBHOOK_SECRET is missing"],
  [{ WEBHOOK_SECRET: "secret" }, "WEBHOOK_SECRET"],
  [{ GOOGLE_CLIENT_ID: "a" }, "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET"],
  [{ ADMIN_EMAIL: "a@b.fr", ADMIN_PASSWORD: "court" }, "ADMIN_PASSWORD"],
  [{ ADMIN_SECOND_FACTOR: "yes" }, "ADMIN_SECOND_FACTOR is not one of required, optional"],
  [{ TRUSTED_PROXY: "localhost" }, "TRUSTED_PROXY"],
  [{ TRUSTED_PROXY: "1.2.3" }, "TRUSTED_PROXY"],
  [{ TRUSTED_PROXY: "127.0.0.1, 10.0.0.0/33" }, "10.0.0.0/33"],
  [{ TRUSTED_PROXY: "127.0.0.1,,10.0.0.1" }, "TRUSTED_PROXY"],
  [{ SUPABASE_URL: "https://p.supabase.example" }, "DATABASE_URL is missing"],
])("%o is refused with a sentence that names it", (environment, name) => {
  expect(problemsOf(environment).join("\n")).toContain(name);
});

test("Production asks administrators for a second factor, a demonstration does not, unless told otherwise", () => {
  const inProduction = (given: Record<string, string> = {}) =>
    read({ ...completeProduction, ...given }, completeConfig);
  expect(read({}).administratorSecondFactor).toBe("optional");
  expect(inProduction().administratorSecondFactor).toBe("required");
  expect(read({ ADMIN_SECOND_FACTOR: "required" }).administratorSecondFactor).toBe("required");
  expect(inProduction({ ADMIN_SECOND_FACTOR: "optional" }).administratorSecondFactor).toBe("optional");
});

test("Trusted proxies are addresses and ranges", () => {
  expect(read({ TRUSTED_PROXY: "127.0.0.1, 10.0.0.0/8,::1" }).trustedProxies).toEqual([
    "127.0.0.1",
    "10.0.0.0/8",
    "::1",
  ]);
});

test("All mistakes are told at once", () => {
  expect(problemsOf({ PORT: "x", LOG_LEVEL: "y", SITE_URL: "z" })).toHaveLength(3);
});

test.each([
  ["{", "not JSON"],
  ['{"secretariat":{"5":"ftp://pay.example"}}', "secretariat.5"],
  ['{"secretariat":{"cinq":"https://pay.example"}}', "secretariat"],
  ['{"secretaria":{}}', "PAYMENT_LINKS_FILE"],
])("The payment links %s are refused with the entry's name", (text, name) => {
  expect(problemsOf({}, siteConfig, text).join("\n")).toContain(name);
});

test("A payment links file replaces the demonstration's page whole", () => {
  const { payments } = read({}, siteConfig, '{"secretariat":{"50":"https://pay.example/50"}}').site;
  expect(payments).toEqual({ secretariat: { 50: "https://pay.example/50" } });
});
