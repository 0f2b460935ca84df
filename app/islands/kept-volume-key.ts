/** In the state of the history's entry: what was chosen on the page's slider. The loader reads it too. */
export const keptVolumeKey = "volume";
