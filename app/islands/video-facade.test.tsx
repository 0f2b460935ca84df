// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { VideoFacade } from "./video-facade.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function renderFacade() {
  return render(
    <VideoFacade
      sources={[
        { src: "/clip.webm", type: "video/webm" },
        { src: "/clip.mp4", type: "video/mp4" },
      ]}
      captions={{ src: "/clip.vtt", label: "Français" }}
      poster="/clip.avif"
      title="Au travail"
      notes={["28 s", "Voix générée par une IA"]}
      play="Lire la vidéo"
      close="Fermer la vidéo"
      end={{
        title: "Qui décroche ?",
        call: { href: "tel:+33199002425", label: "Appelez-la au 01 99 00 24 25" },
        trial: { href: "/inscription-secretariat", label: "Essayer gratuitement" },
        replay: "Revoir la vidéo",
      }}
    />,
  );
}

test("Nothing but the picture is requested before the click, and it has its size before it arrives", () => {
  const { container } = renderFacade();

  expect(container.querySelector("video, iframe, source, track")).toBeNull();
  const picture = container.querySelector("img");
  expect(picture?.getAttribute("src")).toBe("/clip.avif");
  expect(picture?.getAttribute("loading")).toBe("lazy");
  expect([picture?.getAttribute("width"), picture?.getAttribute("height")]).toEqual(["1280", "720"]);
});

test("The picture becomes a player that runs by itself, has captions and takes the focus", () => {
  const { container } = renderFacade();

  fireEvent.click(screen.getByRole("button", { name: "Lire la vidéo Au travail 28 s. Voix générée par une IA" }));

  const player = container.querySelector("video");
  expect([...(player?.querySelectorAll("source") ?? [])].map((source) => source.src)).toEqual([
    expect.stringMatching(/clip\.webm$/),
    expect.stringMatching(/clip\.mp4$/),
  ]);
  expect(player?.autoplay).toBe(true);
  expect(player?.querySelector("track")?.getAttribute("src")).toBe("/clip.vtt");
  expect(document.activeElement).toBe(player);
});

test("A film that is closed is the picture again, which has the focus", () => {
  const { container } = renderFacade();
  const open = () => fireEvent.click(screen.getByRole("button", { name: /^Lire la vidéo/ }));
  open();
  fireEvent.ended(container.querySelector("video")!);
  fireEvent.click(screen.getByRole("button", { name: "Fermer la vidéo" }));
  expect(container.querySelector("video")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Lire la vidéo/ }));

  open();
  expect(document.activeElement).toBe(container.querySelector("video"));
  expect(screen.queryByRole("heading")).toBeNull();
});

test("Its end is a number to call and a way in, which takes the focus; played again, the film is back", () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  const { container } = renderFacade();
  fireEvent.click(screen.getByRole("button", { name: /Lire la vidéo/ }));
  expect(screen.queryByRole("link")).toBeNull();

  fireEvent.ended(container.querySelector("video") as HTMLVideoElement);

  expect(screen.getByRole("link", { name: "Appelez-la au 01 99 00 24 25" }).getAttribute("href")).toBe(
    "tel:+33199002425",
  );
  expect(screen.getByRole("link", { name: "Essayer gratuitement" })).toBeDefined();
  expect(document.activeElement?.textContent).toBe("Qui décroche ?");
  // Nothing begins by itself once it is over.
  expect(play).toHaveBeenCalledOnce();

  fireEvent.click(screen.getByRole("button", { name: "Revoir la vidéo" }));
  expect(screen.queryByRole("link")).toBeNull();
  expect(document.activeElement).toBe(container.querySelector("video"));
});
