import { expect, test } from "vitest";

import { fullNameOf, personInitials, shortNameOf } from "./person-name.ts";

test.each([
  { name: "Camille Renaud", email: "c@ariane.example", full: "Camille Renaud", short: "Camille R.", initials: "CR" },
  { name: "Jean-Luc de la Tour", email: null, full: "Jean-Luc de la Tour", short: "Jean-Luc T.", initials: "JT" },
  { name: "élise", email: null, full: "élise", short: "élise", initials: "É" },
  { name: "Ann (stagiaire)", email: null, full: "Ann (stagiaire)", short: "Ann S.", initials: "AS" },
  { name: "", email: "lea.morel@ariane.example", short: "lea.morel@ariane.example", initials: "LM" },
  { name: "", email: "admin@ariane.example", short: "admin@ariane.example", initials: "A" },
  { name: "", email: null, full: "", short: "", initials: "" },
])("$name <$email> is « $short », $initials", ({ full, short, initials, ...person }) => {
  expect([fullNameOf(person), shortNameOf(person), personInitials(person)]).toEqual([full ?? short, short, initials]);
});
