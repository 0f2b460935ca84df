/**
 * Stands in the head of each page, and by its hash in each page's content policy. In a stylesheet the rule may be read
 * after the browser first draws: it then gives up the transition, and tells that as an error (docs/decisions/0109).
 */
export const pageTransition = "@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}";
