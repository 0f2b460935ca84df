import { StepList } from "#app/sections/step-list.tsx";

type Props = {
  title: readonly [string, string];
  lead: string;
  list: readonly { when: string; title: string; text: string }[];
  /** What is promised, with its limits. */
  note?: string;
};

export function OfferSteps({ title, lead, list, note }: Props) {
  return (
    <section className="section" id="fonctionnement">
      <div className="section-head">
        <h2>
          {title[0]}
          <br />
          {title[1]}
        </h2>
        <p className="lead">{lead}</p>
      </div>
      <StepList list={list} />
      {note !== undefined && <p className="offer-note">{note}</p>}
    </section>
  );
}
