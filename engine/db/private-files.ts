import type { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

import { forOthers } from "./close-folder.ts";

type Module = { NODEFS: { node_ops: NodeOperations } };
type NodeOperations = {
  mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown;
  setattr: (node: unknown, attributes: { mode?: number | null }) => void;
};

/**
 * The engine's files in a folder, each for this account alone. The engine asks for mode 0666 and sets it whatever the
 * process's umask says, so the bits are taken away where its file system makes and changes files.
 */
export class PrivateFiles extends NodeFS {
  override async init(database: PGlite, options: Parameters<NodeFS["init"]>[1]) {
    const { emscriptenOpts } = await super.init(database, options);
    const closeToOthers = (module: unknown) => {
      const { NODEFS: files } = module as Module;
      const { mknod, setattr } = files.node_ops;
      files.node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~forOthers, device);
      files.node_ops.setattr = (node, attributes) => {
        const { mode } = attributes;
        setattr(node, typeof mode === "number" ? { ...attributes, mode: mode & ~forOthers } : attributes);
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [closeToOthers, ...(emscriptenOpts.preRun ?? [])] } };
  }
}
