/** C0 and C1 controls and the two Unicode line separators: whatever some program may take for a line end. */
// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
export const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
