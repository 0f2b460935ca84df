/** A required text keeps its apostrophe straight; in display sizes the eye sees a curly one. */
export function DrawnApostrophe({ text }: { text: string }) {
  const [before, after] = text.split("'", 2);
  if (after === undefined) return text;

  return (
    <>
      {before}
      <span className="apostrophe">{"'"}</span>
      {after}
    </>
  );
}
