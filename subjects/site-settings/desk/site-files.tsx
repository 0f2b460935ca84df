import { changesBetween } from "#subjects/site-settings/rules/document-changes.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

const copy = adminSite.form;

/** Files beside the configuration, by their names: a screen does not change them. */
export function SiteFiles({ media }: { media: unknown }) {
  const files = changesBetween({}, media ?? {}).filter(({ path }) => path.endsWith("file"));
  return (
    <>
      <p className="text-small">{copy.files}</p>
      {files.length === 0 ? (
        <p className="text-small quiet">{copy.noFiles}</p>
      ) : (
        <ul className="text-small breakable">
          {files.map(({ path, after }) => (
            <li key={path}>{String(after)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
