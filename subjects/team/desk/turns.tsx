import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { roleMay } from "#domain/kernel/roles.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import type { Colleague, TeamAnswer } from "#subjects/team/contract/team.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { adminTeam } from "#subjects/team/words/admin-team.ts";

import { useTurnsChange } from "./team-queries.ts";

const copy = adminTeam.turns;

/** Who looks after new leads of each offer, one after the other. */
export function Turns({ administrators, turns }: Pick<TeamAnswer, "administrators" | "turns">) {
  const people = administrators.filter(({ role, isInvited }) => !isInvited && roleMay(role, "seller"));
  return (
    <AttentionSection id="tour-de-role" title={copy.title}>
      <Box as="p" paddingInline="inset" paddingBottom={8} maxWidth="72ch" className="quiet">
        {copy.text}
      </Box>
      {funnelOrigins.map((origin) => (
        <OfferTurns
          key={origin}
          origin={origin}
          people={people}
          chosen={turns.find(({ funnel_origin }) => funnel_origin === origin)?.user_ids ?? []}
        />
      ))}
    </AttentionSection>
  );
}

type OfferProps = { origin: FunnelOrigin; people: Colleague[]; chosen: string[] };

function OfferTurns({ origin, people, chosen }: OfferProps) {
  const { run, asked = chosen, problem } = useTurnsChange(origin);
  const takers = people.map(({ userId }) => userId).filter((id) => asked.includes(id));

  function set(userId: string, isTaking: boolean) {
    run(isTaking ? [...takers, userId] : takers.filter((id) => id !== userId));
  }

  return (
    <Box as="fieldset" paddingInline="inset" paddingBlock={12} rule="top">
      <legend className="visually-hidden">{copy.of(originLabels[origin])}</legend>
      <Stack columns={1} rowGap={8} columnGap={24} align="center" tablet={{ columns: "10rem 1fr" }}>
        <b aria-hidden="true">{originLabels[origin]}</b>
        <Row columnGap={24} rowGap={8} align="center" isWrapping>
          {people.map((person) => (
            <Checkbox
              key={person.userId}
              name={`tour-${origin}-${person.userId}`}
              isChecked={takers.includes(person.userId)}
              onChange={(isTaking) => set(person.userId, isTaking)}
            >
              {fullNameOf(person)}
            </Checkbox>
          ))}
          <span className="text-caption quiet">{takers.length === 0 && copy.none}</span>
        </Row>
      </Stack>
      <ProblemSentence sentence={problem} />
    </Box>
  );
}
