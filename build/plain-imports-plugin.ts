import type { Plugin } from "vite";

/**
 * Leaves dynamic imports as they are. Vite's own helper looks for stylesheets and modules to preload: there are none,
 * and it would be a third of the script that a page downloads before a gesture, in a file of its own to wait for.
 */
export function plainImportsPlugin(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    apply: "build",
    load: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
    // What Vite writes around each import: `__vitePreload(() => import("./x.js"), __VITE_PRELOAD__)`.
    renderChunk: (code) =>
      code
        .replace(/^import \{ \w+ as __vitePreload \} from "[^"]+";$/m, "")
        .replaceAll("__vitePreload(", "(")
        .replaceAll(", __VITE_PRELOAD__)", ")()"),
  };
}
