import mdx from "@mdx-js/rollup";
import react from "@vitejs/plugin-react";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import { defineConfig } from "vitest/config";

import { articlePlugin } from "./build/article-plugin.ts";
import { compressPlugin } from "./build/compress-plugin.ts";
import { picturesPlugin } from "./build/pictures-plugin.ts";
import { plainImportsPlugin } from "./build/plain-imports-plugin.ts";
import { sitePlugin } from "./build/site-plugin.ts";
import { soundsPlugin } from "./build/sounds-plugin.ts";
import { stylesPlugin } from "./build/styles-plugin.ts";
import { stylesheetOf, stylesheets } from "./domain/contracts/page-family.ts";
import manifest from "./package.json" with { type: "json" };
import { LongestFirst } from "./tests/support/longest-first.ts";
import { shortLivedFlags } from "./tests/support/short-lived.ts";

/** What islands share with funnels, forms and the back office, which need no carousel: a file of its own. */
const sharedWithIslands = [
  /app[\\/]ui[\\/]([^\\/]+|form[\\/](step-slider|field[a-z-]*))\.tsx?$/,
  /content[\\/](beyond-tier|spaced|volume-choice|schedule)\.ts$/,
  /(domain[\\/]offers[\\/]|kit[\\/]fold-accents)/,
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
                { name: "ui", test: (id) => sharedWithIslands.some((shared) => shared.test(id)) },
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
  test: {
    // Most tests wait for a database or a browser: more of them than cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Each file in a context of its own, not in a process: a third less of processor.
          pool: "vmThreads",
          include: [
            "{app,build,content,design,domain,engine,kit,server,scripts}/**/*.test.{ts,tsx}",
            "tests/*.test.ts",
          ],
          setupFiles: "tests/support/unit-setup.ts",
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          // One process opens the engine once for many files: see tests/support/shared-database.ts.
          isolate: false,
          include: ["tests/*/**/*.test.ts"],
          // They go from one engine to the other, and begin at a server.
          exclude: ["tests/backup/**"],
          env: { TEST_ENGINE: "embedded" },
          execArgv: shortLivedFlags,
          globalSetup: "tests/support/global-setup.ts",
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          isolate: false,
          include: ["tests/*/**/*.test.ts"],
          env: { TEST_ENGINE: "postgres" },
          globalSetup: "tests/support/global-setup.ts",
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          // One browser for all stories of a process: see e2e/support/pages.ts.
          isolate: false,
          include: ["e2e/**/*.story.ts"],
          globalSetup: "e2e/support/global-setup.ts",
          setupFiles: "e2e/support/setup.ts",
          // After the others: a browser is several processes by itself. Stories wait more than other tests do.
          sequence: { groupOrder: 1 },
          maxWorkers: 5,
          // Five browsers on two cores. What passes at its second try is told with « retry »: a fault to find.
          retry: 1,
          testTimeout: 120_000,
          // What is waited for comes later on a busy machine.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
