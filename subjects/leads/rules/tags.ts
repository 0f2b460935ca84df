/** On one lead. SQL: `private.tag_leads`. */
export const mostTags = 20;

export const tagMaxLength = 40;

/** What a tag may be called: no comma, which stands between tags in an address. SQL: `tags_name`. */
export const tagName = new RegExp(String.raw`^(?!\s|[^]*\s$)[^,\p{Cc}]{1,${tagMaxLength}}$`, "u");

/** The names in a text that separates them by commas; undefined when there are none. */
export function readTagNames(text: string): readonly string[] | undefined {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => tagName.test(name));
  return names.length > 0 ? [...new Set(names)].slice(0, mostTags) : undefined;
}
