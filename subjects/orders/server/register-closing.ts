import { closingProblems } from "#subjects/orders/words/order-problems.ts";
import { type AgreementPurpose, readConsents } from "#subjects/consent/rules/consents.ts";
import { failed, ok } from "#kit/result.ts";
import { readClosingOrder, readKeptClosingOrder } from "#subjects/orders/rules/closing-order.ts";
import { storedAnswers } from "#subjects/funnel/rules/order-answers.ts";
import { isKeptOrder } from "#subjects/orders/rules/order-submission.ts";
import * as wire from "#subjects/orders/contract/orders.ts";

import { consentsOf, firstProblem, orderFunction } from "./receive-order.ts";

const purposes: AgreementPurpose[] = ["terms", "certification", "calls"];

/**
 * `POST /register-closing`: an order of outbound calls.
 *
 * Source: specification, section 7; resolutions, section 10. Eight keys, and optionally `consents`, the company of the
 * register, and `isKept` of an order that waited in a browser.
 */
export const registerClosing = orderFunction(wire.registerClosingCall, () => ({
  read(body) {
    const order = isKeptOrder(body) ? readKeptClosingOrder(body) : readClosingOrder(body);
    if (!order.ok) return failed(firstProblem(order.problem, closingProblems));
    const { contact, answers } = storedAnswers("closing", order.value);
    return ok({
      form: "closing",
      email: order.value.email,
      contact,
      answers,
      consents: readConsents(consentsOf(body), "closing", purposes),
      source_path: "/closing",
    });
  },
}));
