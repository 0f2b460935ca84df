import { refuseGrammar } from "./errors.ts";

const name = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const quoted = /"((?:[^"\\]|\\.)*)"/sy;
const spaces = / */y;

/** Reads one value of the query string from left to right; every refusal says at which column. */
export class Cursor {
  private at = 0;
  private readonly text: string;
  private readonly subject: string;

  /** @param subject what is being read, for the message: `"select" parameter`, `filter` */
  constructor(text: string, subject: string) {
    this.text = text;
    this.subject = subject;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  refuse(details: string) {
    return refuseGrammar(this.subject, this.at, details);
  }

  /** Passes over the token when it is next. */
  take(token: string): boolean {
    if (!this.isNext(token)) return false;
    this.at += token.length;
    return true;
  }

  isNext(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.refuse(`expecting "${token}"`);
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.refuse("expecting the end of the value");
  }

  skipSpaces(): void {
    this.match(spaces);
  }

  /** A bare name, or any text between double quotes. */
  readName(): string {
    const found = this.readQuoted() ?? this.match(name)?.[0];
    if (!found) throw this.refuse("expecting a name (letters, digits and _), or one in double quotes");
    return found;
  }

  /** What stands between double quotes, `\"` and `\\` being undone; `undefined` (and no move) without them. */
  readQuoted(): string | undefined {
    return this.match(quoted)?.[1]?.replace(/\\(.)/gs, "$1");
  }

  /** Everything before the first of these characters, or to the end. */
  readUntil(characters: string): string {
    const start = this.at;
    while (!this.isAtEnd && !characters.includes(this.text.charAt(this.at))) this.at += 1;
    return this.text.slice(start, this.at);
  }

  readRest(): string {
    const rest = this.text.slice(this.at);
    this.at = this.text.length;
    return rest;
  }

  isNextIn(characters: string): boolean {
    return !this.isAtEnd && characters.includes(this.text.charAt(this.at));
  }

  /** Goes back when the attempt returns `undefined`. */
  attempt<T>(read: () => T | undefined): T | undefined {
    const start = this.at;
    const value = read();
    if (value === undefined) this.at = start;
    return value;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (!found) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }
}
