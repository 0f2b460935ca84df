import { randomBytes } from "node:crypto";

/** As an operator makes one: WEBHOOK_SECRET. */
export const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`;
