import { Children, type ReactNode } from "react";

/** A required text keeps its characters; the eye never sees these parts of it broken at the end of a line. */
export function KeptTogether({ text, parts }: { text: string; parts: RegExp }) {
  // Split at a group, every other piece is what the group has matched.
  return text.split(new RegExp(`(${parts.source})`)).map((piece, index) =>
    index % 2 === 1 ? (
      <span key={`${index} ${piece}`} className="unbroken">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}

/** A hyphen of its own kind would keep them whole too, and hide them from a search of the page. */
const hyphenatedWords = /[Ee]-mails?|[Rr]endez-vous|[Pp]eut-(?:on|il|elle)|[Qq]u[’']est-ce/;

/** Running text, no line of which ends at the hyphen of « e-mail » or « rendez-vous ». */
export function WholeWords({ children }: { children: ReactNode }) {
  return Children.map(children, (child) =>
    typeof child === "string" ? <KeptTogether text={child} parts={hyphenatedWords} /> : child,
  );
}
