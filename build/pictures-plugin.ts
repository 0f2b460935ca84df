import type { Plugin } from "vite";

import { drawPictures } from "./share-images.ts";

/** Adds the pictures of shared pages and the icons to what browsers may ask for; the manifest says where they are. */
export function picturesPlugin(): Plugin {
  return {
    name: "pictures",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",

    generateBundle() {
      for (const [name, source] of drawPictures()) {
        this.emitFile({ type: "asset", name: name.replaceAll("/", "-"), originalFileName: name, source });
      }
    },
  };
}
