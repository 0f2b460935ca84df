import { setTimeout as wait } from "node:timers/promises";

import { Hono } from "hono";

import { demoCompanies } from "#content/demo-companies.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import type { AppEnv } from "#engine/context.ts";

import type { DemoState } from "./demo-state.ts";

/** Longer than the site waits. */
const slowAnswerMs = 4000;
const mostPerPage = 25;

/**
 * Stands in for the public register of companies: `GET /search?q=…&per_page=…`, as recherche-entreprises.api.gouv.fr
 * speaks it. It knows invented companies only, and forgets at once what it was asked.
 */
export function createCompanyRegister(state: DemoState): Hono<AppEnv> {
  const register = new Hono<AppEnv>();
  register.get("/search", async (c) => {
    if (state.switches.register === "down") return c.json({ erreur: "Le registre est coupé." }, 503);
    if (state.switches.register === "slow") await wait(slowAnswerMs);
    const { q = "", per_page: asked } = c.req.query();
    const words = foldAccents(q.slice(0, 200)).split(/\s+/).filter(Boolean);
    if (words.join("").length < 3)
      return c.json({ erreur: "3 caractères au minimum pour les termes de recherche." }, 400);

    const found = demoCompanies.filter(({ siren, name }) =>
      words.every((word) => `${siren} ${foldAccents(name)}`.includes(word)),
    );
    const perPage = Math.min(Math.max(1, Math.trunc(Number(asked)) || 10), mostPerPage);
    const results = found.slice(0, perPage).map(({ siren, name, street, postcode, town }) => ({
      siren,
      nom_complet: name,
      nom_raison_sociale: name,
      siege: {
        siret: `${siren}00010`,
        adresse: `${street} ${postcode} ${town}`,
        code_postal: postcode,
        libelle_commune: town,
      },
    }));
    return c.json({ results, total_results: found.length, page: 1, per_page: perPage, total_pages: 1 });
  });
  return register;
}
