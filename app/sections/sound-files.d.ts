/** Written by build/sounds-plugin.ts. */
declare module "*.mp3?sound" {
  const facts: import("#domain/contracts/media.ts").SoundFacts;
  export default facts;
}
