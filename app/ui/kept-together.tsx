/**
 * A text keeps its characters; the eye never sees these parts of it broken at the end of a line. For what comes alive:
 * the rest of a page is looked through as it is drawn.
 */
export function KeptTogether({ text, parts }: { text: string; parts: RegExp }) {
  // Split at a group, every other piece is what the group has matched.
  return text.split(new RegExp(`(${parts.source})`, parts.flags)).map((piece, index) =>
    index % 2 === 1 ? (
      <span key={`${index} ${piece}`} className="unbroken">
        {piece}
      </span>
    ) : (
      piece
    ),
  );
}
