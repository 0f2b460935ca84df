/** A machine that runs browsers beside these tests may take seconds for what takes milliseconds. */
if (typeof document !== "undefined") {
  const { configure } = await import("@testing-library/react");
  configure({ asyncUtilTimeout: 8000 });
  // Numbers that nobody waits for, and that no server is there to add up.
  navigator.sendBeacon = () => true;
}

export {};
