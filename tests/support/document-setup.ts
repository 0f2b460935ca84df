import { configure } from "@testing-library/react";

import { patienceMs } from "./patience.ts";

configure({ asyncUtilTimeout: patienceMs.wait });

// Step counts: no test waits for them, and no server adds them up.
navigator.sendBeacon = () => true;
