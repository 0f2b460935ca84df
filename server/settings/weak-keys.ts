/**
 * The least length of each key, in characters. Source: what its maker gives, or the entropy of a random one of 96 bits.
 */
const leastLengths = {
  AUTH_SECRET: 32,
  SECRET_KEY: 20,
  PUBLISHABLE_KEY: 20,
  STRIPE_WEBHOOK_SECRET: 20,
  BACKUP_KEY: 16,
} as const;

type KeyName = keyof typeof leastLengths;
type Keys = { [Name in KeyName]?: string | undefined };

/** A project's keys say which they are. */
const otherKindOf: { [Name in KeyName]?: { beginning: string; kind: string } } = {
  PUBLISHABLE_KEY: { beginning: "sb_secret_", kind: "secret" },
  SECRET_KEY: { beginning: "sb_publishable_", kind: "publishable" },
};

const howToMake = "make one with `openssl rand -base64 32`";

/**
 * Why production may not start with these keys: short, guessable, or one key in two places. `SECRET_KEY` opens every
 * row, and each browser holds `PUBLISHABLE_KEY`.
 *
 * @returns one sentence each; none shows a key
 */
export function weakKeyProblems(keys: Keys): string[] {
  const names = Object.keys(leastLengths) as KeyName[];
  const given = names.flatMap((name) => (keys[name] === undefined ? [] : [{ name, key: keys[name] }]));
  return given.flatMap(({ name, key }, index) => {
    if (key.length < leastLengths[name]) {
      return [`${name} is too short: ${leastLengths[name]} characters at least.`];
    }
    const twin = given.slice(0, index).find((each) => each.key === key);
    if (twin) return [`${name} is the same as ${twin.name}: each needs a key of its own.`];
    const other = otherKindOf[name];
    if (other && key.startsWith(other.beginning)) return [`${name} is a ${other.kind} key: the two are exchanged.`];
    return isGuessable(key) ? [`${name} can be guessed: ${howToMake}.`] : [];
  });
}

/** Few characters, one piece again and again, or a row of the keyboard or the alphabet. */
function isGuessable(key: string): boolean {
  const text = key.replace(/^(sb_(secret|publishable)_|whsec_)/, "").toLowerCase();
  const steps = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index + 1) - text.charCodeAt(index));
  return (
    new Set(text).size < 6 ||
    `${text}${text}`.indexOf(text, 1) < text.length ||
    steps.filter((step) => step === 1).length > text.length / 2 ||
    /qwertyuiop|azertyuiop|change.?me|password|motdepasse/.test(text)
  );
}
