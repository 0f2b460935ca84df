import { Stack } from "./layout.tsx";

type Props = {
  turns: readonly { by: "assistant" | "caller"; speaker: string; text: string }[];
  label?: string;
  className?: string;
  /** Which one is being said, from 0; below 0 none of them yet, and none is ever marked without it. */
  said?: number;
};

/** The words of a call, in turns. */
export function Transcript({ turns, label, className = "", said }: Props) {
  return (
    <Stack as="ol" gap={16} className={`transcript ${className}`.trimEnd()} aria-label={label}>
      {turns.map(({ by, speaker, text }, index) => (
        <li key={text} className={`by-${by}`} data-is-said={said === undefined ? undefined : said === index}>
          <span className="caption">{speaker}</span>
          <p>{text}</p>
        </li>
      ))}
    </Stack>
  );
}
