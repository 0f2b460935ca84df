import { afterEach } from "vitest";

import { closeVisits } from "./pages.ts";

afterEach(closeVisits);
