/** @param sender as MAIL_FROM has it: an address alone, or behind a name (`Ariane <bonjour@exemple.fr>`) */
export function addressOfSender(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender;
}
