/** Written by build/sounds-plugin.ts. */
declare module "*.mp3?sound" {
  const facts: import("#domain/site/media.ts").SoundFacts;
  export default facts;
}
