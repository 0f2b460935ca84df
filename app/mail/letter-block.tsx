import type { ReactNode } from "react";

import type { MailBlock } from "#domain/site/mail-letter.ts";

import { buttonStyle, dress, ruleStyle } from "./letter-styles.ts";

/** One block, in HTML that mail programs of the last twenty years show. */
export function LetterBlock({ block }: { block: MailBlock }) {
  switch (block.kind) {
    case "title":
      return (
        <h1 className="letter-title" style={{ margin: "0 0 20px", fontSize: 28, lineHeight: 1.15 }}>
          {block.text}
        </h1>
      );
    case "paragraph":
    case "signature":
      return <p style={{ margin: "0 0 16px" }}>{block.text}</p>;
    case "typed":
      return <p style={{ margin: "0 0 16px" }}>{linesOf(block.lines, withLinks)}</p>;
    case "seller":
      return <p {...dress(["quiet"], { margin: "24px 0 0", fontSize: 13 })}>{linesOf(block.lines)}</p>;
    case "facts":
      return <Facts {...block} />;
    case "schedule":
      return <Schedule {...block} />;
    case "action":
      return <Action {...block} />;
    case "code":
      return <Code {...block} />;
    case "steps":
      return <Steps {...block} />;
    case "note":
      return <p {...dress(["quiet"], { margin: "0 0 12px", fontSize: 14 })}>{block.text}</p>;
    case "link":
      return (
        <p style={{ margin: "0 0 12px", fontSize: 14 }}>
          <a href={block.link} {...dress(["link"])}>
            {block.label}
          </a>
        </p>
      );
  }
}

/** Each on a line of its own, in their order: two may say the same. */
function linesOf(lines: string[], show: (line: string) => ReactNode = (line) => line) {
  return lines.map((line, index) => (
    <span key={`${index} ${line}`}>
      {show(line)}
      <br />
    </span>
  ));
}

/** An address of the web, without the sign that ends its sentence. */
const address = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)»])/;

function withLinks(line: string): ReactNode {
  return line.split(address).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={`${index} ${part}`} href={part} {...dress(["link"])}>
        {part}
      </a>
    ),
  );
}

type Of<Kind extends MailBlock["kind"]> = Extract<MailBlock, { kind: Kind }>;

function Facts({ facts }: Of<"facts">) {
  const cell = { ...ruleStyle, padding: "8px 0", verticalAlign: "top" };
  return (
    <table {...dress(["rule"], { width: "100%", margin: "0 0 24px", borderCollapse: "collapse" })}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th
              scope="row"
              {...dress(["rule", "quiet"], {
                ...cell,
                width: "40%",
                paddingRight: 16,
                fontWeight: "normal",
                textAlign: "left",
              })}
            >
              {label}
            </th>
            <td {...dress(["rule"], { ...cell, fontWeight: "bold" })}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same list as on the pages, with `data-schedule` for programs that read it. */
function Schedule({ title, lines, setUp }: Of<"schedule">) {
  const item = { ...ruleStyle, margin: 0, padding: "8px 0" };
  return (
    <>
      <Subtitle>{title}</Subtitle>
      <ol data-schedule style={{ margin: setUp ? 0 : "0 0 24px", padding: 0, listStyle: "none" }}>
        {lines.map(({ date, day, amount, label }) => (
          <li key={`${date} ${label}`} {...dress(["rule"], item)}>
            <time dateTime={date}>{day}</time>
            {"\u00a0: "}
            <strong>{amount}</strong>
            <br />
            <span {...dress(["quiet"], { fontSize: 14 })}>{label}</span>
          </li>
        ))}
      </ol>
      {setUp && (
        <p {...dress(["rule"], { ...item, margin: "0 0 24px" })}>
          {setUp.label}
          {"\u00a0: "}
          <strong>{setUp.value}</strong>
        </p>
      )}
    </>
  );
}

function Action({ label, link, fallback }: Of<"action">) {
  return (
    <>
      <p style={{ margin: "0 0 16px" }}>
        <a href={link} className="letter-button" style={buttonStyle}>
          {label}
        </a>
      </p>
      {fallback !== undefined && (
        <p {...dress(["quiet"], { margin: "0 0 24px", fontSize: 14, wordBreak: "break-word" })}>
          {fallback}
          <br />
          <a href={link} {...dress(["link"])}>
            {link}
          </a>
        </p>
      )}
    </>
  );
}

function Code({ introduction, code }: Of<"code">) {
  if (introduction !== undefined) {
    return (
      <p {...dress(["quiet"], { margin: "0 0 12px", fontSize: 14 })}>
        {introduction}
        <br />
        {code}
      </p>
    );
  }
  return (
    <p style={{ margin: "0 0 24px", fontSize: 28, letterSpacing: 4 }}>
      <strong>{code}</strong>
    </p>
  );
}

function Steps({ title, steps }: Of<"steps">) {
  const [only] = steps;
  return (
    <>
      <Subtitle>{title}</Subtitle>
      {steps.length === 1 ? (
        <p style={{ margin: "0 0 24px" }}>{only}</p>
      ) : (
        <ol style={{ margin: "0 0 24px", padding: "0 0 0 24px" }}>
          {steps.map((step) => (
            <li key={step} style={{ margin: "0 0 8px" }}>
              {step}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Subtitle({ children }: { children: string }) {
  return <h2 style={{ margin: "24px 0 8px", fontSize: 18 }}>{children}</h2>;
}
