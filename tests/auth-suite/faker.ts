import { randomBytes, randomInt } from "node:crypto";

const word = (length: number) =>
  Array.from({ length }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[randomInt(36)]).join("");

/** Of `@faker-js/faker`, what the suite draws. */
export const faker = {
  internet: {
    email: () => `${word(12)}@example.com`,
    password: () => randomBytes(12).toString("base64url").slice(0, 15),
    domainName: () => `${word(10)}.example`,
    url: () => `https://${word(10)}.example`,
  },
  image: {
    avatarGitHub: () => `https://avatars.example/u/${randomInt(1_000_000)}`,
    url: () => "https://image.example/1",
  },
  string: { alphanumeric: (length: number) => word(length) },
};
