/** Written by build/sounds-plugin.ts. */
declare module "*.mp3?sound" {
  const sound: import("#domain/site/media.ts").Sound;
  export default sound;
}
declare module "*.vtt?said" {
  const turns: import("#domain/site/media.ts").SpokenTurn[];
  export default turns;
}
