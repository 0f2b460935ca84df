import { configure } from "@testing-library/react";
import react from "react";

import { patienceMs } from "./patience.ts";

configure({ asyncUtilTimeout: patienceMs.wait });

// Step counts: no test waits for them, and no server adds them up.
navigator.sendBeacon = () => true;

// React's development build takes a stack of each element, for warnings: a sixth of what these tests ask of the
// processor. It stops by itself at ten thousand, and begins again each second.
const internals: unknown = Reflect.get(react, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
if (internals instanceof Object) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set() {} });
}
