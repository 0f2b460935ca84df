import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

import { keepJoints } from "#domain/kernel/joints.ts";
import type { MailBlock, MailLetter } from "#domain/site/mail-letter.ts";

import { LetterBlock } from "./letter-block.tsx";
import { brandStyle, dress, letterSheet, ringStyle, ruleStyle } from "./letter-styles.ts";

/**
 * A mail as HTML: one column of 560 px at most, in tables, because one large program lays out nothing else. It asks for
 * nothing from anywhere: no picture, no font, no sheet.
 */
export function drawLetter(letter: MailLetter): string {
  return keepJoints(`<!doctype html>${renderToStaticMarkup(<Letter {...letter} />)}`, 'style="white-space:nowrap"');
}

function Letter({ brand, subject, blocks }: MailLetter) {
  const isEnd = ({ kind }: MailBlock) => kind === "note" || kind === "link";
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{subject}</title>
        <style>{letterSheet}</style>
      </head>
      <body {...dress(["ground"], { margin: 0 })}>
        <Table {...dress(["ground"], { width: "100%" })}>
          <Row align="center" className="letter-frame" style={{ padding: 24 }}>
            <Table width={560} style={{ width: "100%", maxWidth: 560, tableLayout: "fixed" }}>
              <Row {...dress(["head"], { padding: "20px 32px", ...fontStyle })}>
                <span style={brandStyle}>
                  {brand}
                  <span style={ringStyle} />
                </span>
              </Row>
              <Row {...withCell(dress(["sheet"], { padding: 32, ...fontStyle }))}>
                <Blocks blocks={blocks.filter((block) => !isEnd(block))} />
              </Row>
              <Row {...withCell(dress(["rule", "sheet"], { padding: 32, ...ruleStyle, ...fontStyle }))}>
                <Blocks blocks={blocks.filter(isEnd)} />
              </Row>
            </Table>
          </Row>
        </Table>
      </body>
    </html>
  );
}

const fontStyle = {
  fontFamily: "Arial, Helvetica, sans-serif",
  fontSize: 16,
  lineHeight: 1.5,
  textAlign: "left",
  overflowWrap: "anywhere",
} as const;

/** Its inner margin shrinks on a narrow screen. */
function withCell<Props extends { className: string }>(props: Props): Props {
  return { ...props, className: `${props.className} letter-cell` };
}

/** In their order: two blocks may say the same. */
function Blocks({ blocks }: { blocks: MailBlock[] }) {
  return blocks.map((block, index) => <LetterBlock key={`${index} ${block.kind}`} block={block} />);
}

type TableProps = { width?: number; className?: string; style: CSSProperties; children: ReactNode };

/** For layout: read aloud as if it were not there. */
function Table({ children, ...props }: TableProps) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  );
}

function Row(cell: ComponentProps<"td">) {
  return (
    <tr>
      <td {...cell} />
    </tr>
  );
}
