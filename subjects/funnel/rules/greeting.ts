const words = [
  "IA",
  "I\\.A\\.",
  "intelligence\\s+artificielle",
  "assistante?\\s+virtuel(le)?",
  "assistante?\\s+vocale?",
];
const announcement = new RegExp(`(?:^|[^\\p{L}\\p{N}])(${words.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/**
 * Whether callers are told that they speak with a machine: the AI Act wants it said at the start of each call.
 *
 * Source: resolutions, section 5. For a warning only: the service says it by itself in any case.
 */
export function announcesArtificialIntelligence(greeting: string): boolean {
  return announcement.test(greeting);
}
