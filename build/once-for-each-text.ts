type Source = { path: string; text: string };

/**
 * The same reading of a module, kept until its text is another one: of the stylesheets most read the same modules.
 *
 * @param read what it returns is shared, so that nothing may change it
 */
export function onceForEachText<Read>(read: (source: Source) => Read): (source: Source) => Read {
  const kept = new Map<string, { text: string; result: Read }>();
  return (source) => {
    const known = kept.get(source.path);
    if (known?.text === source.text) return known.result;
    const result = read(source);
    kept.set(source.path, { text: source.text, result });
    return result;
  };
}
