/** What a title is about: on a telephone its first sentence, where there is room all of it. */
export function Lead({ children }: { children: string }) {
  const [first, ...rest] = children.split(/(?<=[.!?]) (?=\p{Lu})/u);
  return (
    <p className="lead leading-snug">
      {first}
      {rest.length > 0 && <span className="hidden-until-tablet"> {rest.join(" ")}</span>}
    </p>
  );
}
