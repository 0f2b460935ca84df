import { expect, test } from "vitest";

import { createAdmission } from "./admission.ts";

const pool = { pool: "caller", inUse: 10, idle: 0, waiting: 60, most: 10 };

/** A door whose clock and line are set by hand. */
function openDoor() {
  const line = { longestWaitMs: 0, standingMs: 0 };
  let now = 10_000;
  const admission = createAdmission({ usage: () => [{ ...pool, ...line }] }, () => now);
  return { ...admission, line, pass: (ms: number) => (now += ms) };
}

type Door = ReturnType<typeof openDoor>;

/** Of so many, each from an address of its own unless one is named: what lets out again those who were let in. */
function send({ enter }: Door, count: number, address?: string) {
  const asked = Array.from({ length: count }, (_, number) => enter(address ?? `10.0.0.${number}`));
  return asked.filter((leave) => leave !== undefined);
}

const standing = { longestWaitMs: 300, standingMs: 1000 };

test("A burst is let in, however long it waits", () => {
  const door = openDoor();
  Object.assign(door.line, { longestWaitMs: 400, standingMs: 400 });
  expect(send(door, 200)).toHaveLength(200);
});

test("A line that stands shuts the door but for a few", () => {
  const door = openDoor();
  Object.assign(door.line, standing);
  expect(send(door, 200)).toHaveLength(32);
});

test("As many are inside as are done with in half a second", () => {
  const door = openDoor();
  for (const leave of send(door, 90)) leave();
  door.pass(1000);
  Object.assign(door.line, standing);
  expect(send(door, 200)).toHaveLength(45);
});

test("The door stays strict for five seconds after the last refusal", () => {
  const door = openDoor();
  Object.assign(door.line, standing);
  const inside = send(door, 33);
  expect(inside).toHaveLength(32);
  Object.assign(door.line, { longestWaitMs: 0, standingMs: 0 });
  door.pass(4900);
  expect(send(door, 1, "10.0.1.1")).toEqual([]);
  door.pass(4900);
  for (const leave of inside) leave();
  expect(send(door, 33)).toHaveLength(32);
  door.pass(5100);
  expect(send(door, 200)).toHaveLength(200);
});

test("An address that floods takes one place", () => {
  const door = openDoor();
  send(door, 64, "192.0.2.1");
  Object.assign(door.line, standing);
  expect(send(door, 1, "192.0.2.1")).toHaveLength(1);
  expect(send(door, 64)).toHaveLength(31);
});
