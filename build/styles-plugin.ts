import { join, relative } from "node:path";

import type { Plugin } from "vite";

import { stylesheetOf, stylesheets } from "#domain/site/page-family.ts";
import { keepHoverForPointers } from "./hover-rules.ts";
import { composeStylesheet } from "./page-styles.ts";
import { shortenProperties } from "./short-properties.ts";

/**
 * A component has its styles beside it; a page links one stylesheet with those of all that it is made of
 * (page-styles.ts), and scripts carry none.
 */
export function stylesPlugin(): Plugin {
  let root: string;
  const byPath = new Map(stylesheets.map((name) => [stylesheetOf(name), name]));

  return {
    name: "styles",
    enforce: "pre",
    configResolved(config) {
      root = config.root;
    },
    resolveId: {
      filter: { id: /\.css(\?|$)/ },
      handler(id) {
        const [path = "", query] = id.split("?");
        const sheet = path.startsWith(root) ? relative(root, path) : path.replace(/^\//, "");
        return byPath.has(sheet) ? join(root, sheet) + (query === undefined ? "" : `?${query}`) : null;
      },
    },
    load(id) {
      const name = byPath.get(relative(root, id.split("?")[0] ?? ""));
      if (!name) return null;
      const { text, files, propertiesOfScripts } = composeStylesheet(name, root);
      for (const file of files) this.addWatchFile(join(root, file));
      const styles = keepHoverForPointers(text);
      return this.environment.mode === "build" ? shortenProperties(styles, propertiesOfScripts) : styles;
    },
    // Any source may change what a page is made of: stylesheets are composed anew, and the page loaded again.
    hotUpdate({ file }) {
      if (this.environment.name !== "client" || !/^(app|subjects)\//.test(relative(root, file))) return;
      const { moduleGraph, hot } = this.environment;
      for (const path of byPath.keys()) {
        for (const module of moduleGraph.getModulesByFile(join(root, path)) ?? []) moduleGraph.invalidateModule(module);
      }
      if (file.endsWith(".css")) hot.send({ type: "full-reload" });
    },
  };
}
