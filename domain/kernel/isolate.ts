const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The text without the marks that turn the writing after them round, as some address books copy them along: shown in a
 * line, they would turn what stands beside it. Letters that are written from the right do so by themselves.
 */
export function withoutTurns(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "");
}

/** Words that are read from right to left stay among themselves: a number after them would be turned round (UAX 9). */
export function isolate(text: string): string {
  const plain = withoutTurns(text);
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain;
}
