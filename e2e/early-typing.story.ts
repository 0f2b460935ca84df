import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { storedFunnel } from "./support/funnel.ts";
import { newVisitor } from "./support/pages.ts";

test.each(sampleOf(["secretariat", "suiviclient", "marketing"], 1))(
  "%s: what is typed before the page comes alive stays, goes on being typed, and counts",
  async (offer) => {
    const page = await newVisitor();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    // Only the loader comes at once, as over a slow line.
    await page.route(/\/assets\/(?!loader)[^/]+\.js$/, async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto(`/inscription-${offer}`, { waitUntil: "commit" });
    const email = page.getByLabel("E-mail");
    await email.pressSequentially("yann@menuis");
    expect(await storedFunnel(page), "nothing of ours runs yet").toBeNull();

    release();
    await expect.poll(async () => (await storedFunnel(page))?.email).toBe("yann@menuis");
    expect(await email.inputValue()).toBe("yann@menuis");
    // The caret is where it was, without another click.
    await page.keyboard.type("erie.example");
    await expect.poll(async () => (await storedFunnel(page))?.email).toBe("yann@menuiserie.example");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  },
);
