import { ok, type Result } from "#kit/result.ts";
import { refund, limitAddress, limitSubject } from "#engine/auth/wire/limits.ts";
import { isKnownDevice, knownDeviceSubject } from "#engine/auth/sessions/known-devices.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import type { AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";

/** A guess that was right is taken back: it was the owner. */
export type CountedGuess = { refund(): Promise<void> };

/**
 * Counts a guess under the client's address and under the account, before any hash. Where the account has signed in
 * before, guesses are counted apart, so that those made elsewhere do not lock its owner out.
 */
export async function countGuess(
  context: EngineContext,
  name: string,
  device: Device,
): Promise<Result<CountedGuess, AuthProblem>> {
  const byAddress = await limitAddress(context, "guessesPerAddress", device.address);
  if (!byAddress.ok) return byAddress;

  const known = knownDeviceSubject(name, device);
  const isKnown = await isKnownDevice(context, known);
  const limit = isKnown ? "guessesFromKnownDevice" : "guessesPerAccount";
  const subject = isKnown ? known : name;
  const byAccount = await limitSubject(context, limit, subject);
  if (!byAccount.ok) return byAccount;

  return ok({
    async refund() {
      await Promise.all([refund(context, "guessesPerAddress", device.address), refund(context, limit, subject)]);
    },
  });
}
