import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { mailCodeIntroduction } from "#subjects/account/words/account-notices.ts";
import { mailTexts, newsletterTemplates, type MailTemplate } from "#content/mails.ts";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { mailExamples } from "#tests/support/mail-examples.ts";
import { mailSiteForTests } from "#tests/support/site.ts";

import { composeMail } from "./compose-mail.ts";
import { openSealedId } from "./sealed-id.ts";

const sender = {
  brand: "Ariane",
  from: "Ariane <bonjour@ariane.example>",
  site: mailSiteForTests,
  authSecret: "a secret of at least thirty-two characters",
  drawLetter,
};
const link = "https://ariane.example/auth/v1/verify?token=a&type=signup";
const compose = (body: unknown) => composeMail("7d444840-9dc0-11d1-b245-5ffdce74fad2", body, sender);

const { dataOf, codes } = mailExamples("https://ariane.example");
const fullDataOf = (template: MailTemplate) => ({ ...dataOf[template], ...codes[template] });

const saidInWords = [
  "lead-received",
  "order-reminder",
  "payment-received",
  "payment-twice",
  "payment-waiting",
  "factor-changed",
  "team-mail",
  "notifications",
  "team-invitation",
];

test.each((Object.keys(mailTexts) as MailTemplate[]).filter((template) => !saidInWords.includes(template)))(
  "%s says the same in text and in HTML, under the brand",
  (template) => {
    const message = compose({ to: "claire@exemple.fr", template, data: dataOf[template] });
    if (!message.ok) throw new Error(message.problem);
    const { subject, text, html, to, from } = message.value;
    expect({ to, from }).toEqual({ to: "claire@exemple.fr", from: sender.from });
    expect(subject).not.toBe("");
    expect(text).toContain("L’équipe Ariane");
    expect(html).toContain('<html lang="fr">');
    for (const value of Object.values(dataOf[template]).flat()) {
      expect(`${subject}\n${text}`).toContain(value);
      expect(html).toContain(String(value).replaceAll("&", "&amp;"));
    }
  },
);

/** Without what keeps the lines of its texts together. */
const unwrapped = (html: string) => html.replaceAll(/<span style="white-space:nowrap">([^<]*)<\/span>/g, "$1");

test("A postal code stays on the line of its town", () => {
  const message = compose({ to: "claire@exemple.fr", template: "recovery", data: fullDataOf("recovery") });
  expect(message.ok && message.value.html).toContain('<span style="white-space:nowrap">69001 Lyon</span>');
});

test.each(Object.keys(mailTexts) as MailTemplate[])(
  "%s has both parts, one button, the same addresses in both, and loads nothing from outside",
  (template) => {
    const message = compose({ to: "claire@exemple.fr", firstName: "Claire", template, data: fullDataOf(template) });
    if (!message.ok) throw new Error(message.problem);
    const { text, html } = message.value;
    expect(html.match(/class="letter-button"/g)).toHaveLength(1);
    const addressesOf = (part: string, pattern: RegExp) =>
      new Set([...part.matchAll(pattern)].map(([, address = ""]) => address.replaceAll("&amp;", "&")));
    expect(addressesOf(html, /href="([^"]*)"/g)).toEqual(addressesOf(text, /^(https?:\S+)$/gm));
    expect(html).not.toMatch(/\bsrc=|url\(|@import|<(link|img|script|iframe|object|form)/i);
    for (const part of [text, html]) expect(part).toContain("Bonjour Claire,");
    const words = unwrapped(html)
      .replaceAll(/<(style|title)>.*?<\/\1>|<[^>]*>/gs, "\n")
      .replaceAll("&#x27;", "'");
    for (const line of text.split("\n").filter((each) => !/^(- |\d\. |https?:|$)/.test(each))) {
      expect(words.replaceAll("&amp;", "&")).toContain(line.replace(/\u00a0:$/, ""));
    }
  },
);

test.each(Object.keys(mailTexts) as MailTemplate[])("%s ends with the seller, in both parts", (template) => {
  const message = compose({ to: "claire@exemple.fr", template, data: fullDataOf(template) });
  if (!message.ok) throw new Error(message.problem);
  const { company, registeredOffice, siren, registry, legalForm } = mailSiteForTests.legal;
  const words = unwrapped(message.value.html).replaceAll(/<[^>]*>/g, "\n");
  for (const part of [message.value.text, words]) {
    for (const fact of [company, legalForm, registeredOffice, siren, registry]) {
      expect(part.slice(part.lastIndexOf(company))).toContain(fact);
    }
  }
});

test("The seller block omits empty fields, and is omitted when all are empty", () => {
  const { legal } = mailSiteForTests;
  const bare = { ...legal, legalForm: "", capitalEuros: 0, registeredOffice: " ", registry: "" };
  const endOf = (seller: typeof legal) => {
    const body = { to: "claire@exemple.fr", template: "recovery", data: { link } };
    const message = composeMail("7d444840-9dc0-11d1-b245-5ffdce74fad2", body, {
      ...sender,
      site: { ...sender.site, legal: seller },
    });
    if (!message.ok) throw new Error(message.problem);
    return message.value.text.trimEnd().split("\n\n").at(-1);
  };
  expect(endOf(bare)).toBe(`${legal.company}\nSIREN\u00a0${legal.siren}`);
  expect(endOf({ ...bare, company: "", siren: "" })).not.toContain("SIREN");
});

test.each(["<b>Claire</b>", "evil.example", "c".repeat(200), "\u202eClaire", "Claire 🎉", 7, null])(
  "%j is no first name to say",
  (firstName) => {
    const message = compose({ to: "claire@exemple.fr", firstName, template: "recovery", data: { link } });
    if (!message.ok) throw new Error(message.problem);
    for (const part of [message.value.text, message.value.html]) expect(part).toContain("Bonjour,");
  },
);

test("A value neither breaks its line nor turns the direction of writing", () => {
  const data = { link, newEmail: "\u202emoc.live@a\r\nBcc: b@exemple.fr\u2066" };
  const message = compose({ to: "claire@exemple.fr", template: "email-change", data });
  if (!message.ok) throw new Error(message.problem);
  for (const part of [message.value.text, message.value.html]) {
    expect(part).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r]/);
    expect(part).not.toMatch(/^Bcc/m);
  }
});

describe("How to leave is said to the mail program and to the reader", () => {
  const request = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
  const mailOf = (template: MailTemplate, data: Record<string, unknown>) => {
    const message = compose({ to: "claire@exemple.fr", template, data });
    if (!message.ok) throw new Error(message.problem);
    return message.value;
  };

  test.each(newsletterTemplates)("by %s, as RFC 8058 wants it", (template) => {
    const { headers, text, html } = mailOf(template, { ...dataOf[template], request });
    const link = /^<(.+)>$/.exec(headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
    const { origin, pathname, searchParams } = new URL(link);
    expect([origin, pathname]).toEqual([mailSiteForTests.origin, "/functions/v1/unsubscribe"]);
    expect(openSealedId(sender.authSecret, "newsletter unsubscriptions", searchParams.get("token") ?? "")).toBe(
      request,
    );
    expect(headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
    expect(text).toContain(link);
    expect(html).toContain(link);
    expect(link).not.toContain("claire");
  });

  test("by no other mail, nor for a request that is none", () => {
    const others = (Object.keys(mailTexts) as MailTemplate[]).filter(
      (template) => !newsletterTemplates.includes(template) && !saidInWords.includes(template),
    );
    const alone = { "Auto-Submitted": "auto-generated" };
    for (const template of others) expect(mailOf(template, { ...dataOf[template], request }).headers).toEqual(alone);
    for (const none of [undefined, 7, "", "a>\r\nBcc: b@exemple.fr"]) {
      expect(mailOf("newsletter-confirmation", { token: "4f0c", request: none }).headers).toEqual(alone);
    }
  });
});

test("An invitation to administer says who invites, and the role in words", () => {
  const body = { to: "claire@exemple.fr", template: "team-invitation", data: dataOf["team-invitation"] };
  const message = compose(body);
  if (!message.ok) throw new Error(message.problem);
  for (const part of [message.value.text, message.value.html]) {
    expect(part).toContain("Camille Renaud vous invite à administrer le site");
    expect(part).toContain("Vendeur");
    expect(part).not.toContain("seller");
    expect(part).toContain(link.replaceAll("&", part === message.value.html ? "&amp;" : "&"));
  }
});

test("The mail about the waiting list ends with the way off it, which mail programs show too", () => {
  const place = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
  const mail = (data: object) => {
    const body = { to: "claire@exemple.fr", template: "lead-received", data: { offer: "conferences", ...data } };
    const message = composeMail("id", body, sender);
    if (!message.ok) throw new Error(message.problem);
    return message.value;
  };
  const { text, headers } = mail({ kind: "waitlist", place });
  const link = /https?:\S+leave-waiting-list\?token=\S+/.exec(text)?.[0];
  expect(text).toContain("Me retirer de la liste d’attente");
  expect(headers).toMatchObject({
    "List-Unsubscribe": `<${link}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  expect(mail({}).headers).not.toHaveProperty("List-Unsubscribe");
});

describe("An order without a summary to reopen is paid from its first mail", () => {
  const lead = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
  const site = { ...sender.site, payments: { ...sender.site.payments, conferences: "https://pay.example/c?lang=fr" } };
  const textOf = (data: object) => {
    const body = { to: "claire@exemple.fr", template: "lead-received", data: { offer: "conferences", ...data } };
    const message = composeMail("id", body, { ...sender, site });
    if (!message.ok) throw new Error(message.problem);
    return message.value.text;
  };

  test("under the id of its lead", () => {
    const address = "https://pay.example/c?lang=fr&prefilled_email=claire%40exemple.fr&client_reference_id=";
    expect(textOf({ lead })).toContain(`${address}${lead}\n`);
  });

  test.each([{}, { lead: "x&prefilled_email=b" }, { lead: 7 }, { lead, kind: "waitlist" }, { lead, offer: "general" }])(
    "not as %j",
    (data) => expect(textOf(data)).not.toContain("pay.example"),
  );
});

test("A code says what it is for: a last note, where a link does the same", () => {
  const message = compose({ to: "claire@exemple.fr", template: "recovery", data: { link, code: "54734103" } });
  if (!message.ok) throw new Error(message.problem);
  expect(message.value.text).toContain(`${mailCodeIntroduction}\n54734103\n`);
  expect(message.value.text.indexOf(link)).toBeLessThan(message.value.text.indexOf("54734103"));
  const beforeSeller = message.value.text.slice(0, message.value.text.lastIndexOf(mailSiteForTests.legal.company));
  expect(beforeSeller.trimEnd().endsWith("54734103")).toBe(true);
  expect(unwrapped(message.value.html)).toContain(mailCodeIntroduction);
});

test("A value that is markup is shown as text", () => {
  const data = { link: 'https://ariane.example/"><script>', newEmail: "<img src=x onerror=alert(1)>@exemple.fr" };
  const message = compose({ to: "claire@exemple.fr", template: "email-change", data });
  if (!message.ok) throw new Error(message.problem);
  expect(message.value.html).not.toMatch(/<(script|img)/);
});

test.each([
  ["an address with a second recipient", { to: "a@exemple.fr, b@exemple.fr" }, "bad_address"],
  ["an address with a name", { to: "Claire <a@exemple.fr>" }, "bad_address"],
  ["an address with a line break", { to: "a@exemple.fr\r\nBcc: b@exemple.fr" }, "bad_address"],
  ["an address in quotes", { to: '"a b"@exemple.fr' }, "bad_address"],
  ["an address without a host", { to: "a@" }, "bad_address"],
  ["a template that does not exist", { template: "constructor" }, "unknown_template"],
  ["a link that is not of the web", { data: { link: "javascript:alert(1)" } }, "bad_link"],
  ["a link with a line break", { data: { link: "https://a.example/\r\nx" } }, "bad_link"],
  ["a missing link", { data: {} }, "malformed"],
  ["a code that is no text", { data: { link, code: {} } }, "malformed"],
  ["no data at all", { data: null }, "malformed"],
])("%s is refused", (_title, changed, problem) => {
  const body = { to: "claire@exemple.fr", template: "recovery", data: { link }, ...changed };
  expect(compose(body)).toEqual({ ok: false, problem });
});

test.each([{ brand: "Ariane\r\nBcc: b@exemple.fr" }, { from: "a@exemple.fr\nBcc: b@exemple.fr" }])(
  "A setting that would add a header is refused: %j",
  (setting) => {
    const body = { to: "claire@exemple.fr", template: "recovery", data: { link } };
    expect(composeMail("id", body, { ...sender, ...setting })).toEqual({ ok: false, problem: "bad_header" });
  },
);

test.each([null, "mail", 5, [], {}, { to: 5, template: "recovery" }])("A body that is %j is refused", (body) => {
  expect(compose(body).ok).toBe(false);
});

const lineEnds = ["\r\n", "\n", "\r", "\u0085", "\u2028", "\u2029", "\0", "\v", "\f"];

test("No line end, however written, gets into an address: 1,000 tries", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom(...lineEnds),
      fc.constantFrom("Bcc: x@exemple.fr", "To: x@exemple.fr", "", "\r\n."),
      (start, lineEnd, rest) => {
        for (const to of [
          `${start}${lineEnd}${rest}@exemple.fr`,
          `a@exemple.fr${lineEnd}${rest}`,
          `${lineEnd}a@exemple.fr`,
        ]) {
          expect(compose({ to, template: "recovery", data: { link } })).toEqual({ ok: false, problem: "bad_address" });
        }
      },
    ),
    { numRuns: 1000 },
  );
});
