import mdx from "@mdx-js/rollup";
import react from "@vitejs/plugin-react";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vite";

import { articlePlugin } from "./build/article-plugin.ts";
import { compressPlugin } from "./build/compress-plugin.ts";
import { picturesPlugin } from "./build/pictures-plugin.ts";
import { plainImportsPlugin } from "./build/plain-imports-plugin.ts";
import { sitePlugin } from "./build/site-plugin.ts";
import { soundsPlugin } from "./build/sounds-plugin.ts";
import { stylesPlugin } from "./build/styles-plugin.ts";
import { stylesheetOf, stylesheets } from "#domain/site/page-family.ts";
import manifest from "./package.json" with { type: "json" };

/** What islands share with funnels, forms and the back office, which need no carousel: a file of its own. */
const sharedWithIslands = /app[\\/]ui[\\/]((failure[\\/])?[^\\/]+|form[\\/]field[a-z-]*)\.tsx?$/;
/** Of these, what needs no React: a ticket of an order, which is filled in without it, asks for nothing else. */
const sharedRules = [
  /app[\\/]ui[\\/](format|save-file|schedule-lines)\.ts$/,
  /subjects[\\/](offers[\\/]words[\\/](general[\\/](beyond-tier|volume-words)|volume-choice)|orders[\\/]words[\\/]schedule)\.ts$/,
  /(subjects[\\/]offers[\\/]rules[\\/]|domain[\\/]kernel[\\/]joints|kit[\\/]fold-accents)/,
];

/** Whose syntax and styles the builder writes; it leaves methods as they are (tests/http/browser-floor.test.ts). */
const oldestBrowsers = manifest.browserslist.map((browser) => browser.replace(" ", ""));

export default defineConfig({
  appType: "custom",
  // Where the settings say that the site is.
  server: { port: Number(process.env.PORT ?? 3000), strictPort: true },
  // "vite build" builds every environment below, not only the browser's.
  builder: {},
  plugins: [
    { enforce: "pre", ...mdx({ remarkPlugins: [remarkGfm, remarkFrontmatter, articlePlugin, remarkMdxFrontmatter] }) },
    react({ include: /\.(mdx|tsx?)$/ }),
    stylesPlugin(),
    plainImportsPlugin(),
    sitePlugin(),
    picturesPlugin(),
    soundsPlugin(),
    compressPlugin(),
  ],
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
  // Pictures keep a file of their own: the browser keeps them between pages.
  build: { assetsInlineLimit: 0, rolldownOptions: { checks: { bundlerTimings: false } } },
  environments: {
    client: {
      build: {
        target: oldestBrowsers,
        outDir: "dist/client",
        manifest: true,
        modulePreload: false,
        rolldownOptions: {
          // Names of storage keys where they are used, and not in the loader for all.
          optimization: { inlineConst: { mode: "all" } },
          input: [
            "app/client/loader.ts",
            "app/admin/shell/main.tsx",
            ...stylesheets.map(stylesheetOf),
            "app/assets/favicon.svg",
          ],
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
                // Names of offers, which pages without an island know too.
                { name: "offer-names", test: /domain[\\/]kernel[\\/]lead\.ts$/, priority: 1 },
                { name: "rules", test: (id) => sharedRules.some((shared) => shared.test(id)), priority: 1 },
                { name: "ui", test: sharedWithIslands },
                { name: "islands", test: /app[\\/]islands[\\/]/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        outDir: "dist/server",
        // Pictures imported by pages are known to this environment only.
        emitAssets: true,
        rolldownOptions: { input: "app/render/render-page.tsx" },
      },
    },
  },
});
