/** What the server is started with where its environment does not say otherwise: by `npm start`, and by a pack. */
export const startVariables = { MALLOC_ARENA_MAX: "2", NODE_COMPILE_CACHE: "node_modules/.cache/compiled" } as const;

/** Of Node: they bound the memory of the server. */
export const startOptions = ["--max-semi-space-size=8", "--max-old-space-size=256"] as const;

export const startFile = "server/main.ts";
