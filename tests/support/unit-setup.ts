/** A machine that runs browsers beside these tests may take seconds for what takes milliseconds. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 8000 });
  // Step counts: no test waits for them, and no server adds them up.
  navigator.sendBeacon = () => true;
}

export {};
