import { useEffect, useEffectEvent } from "react";
import { Outlet, useNavigate } from "react-router";

import { useServices } from "#app/admin/data/services.ts";
import { useAlertsQuery } from "#app/admin/frame/alerts.ts";
import type { Notification as Told } from "#subjects/notifications/contract/notifications.ts";
import { notificationTitles } from "#subjects/notifications/words/notifications-mail.ts";

import { pathOfNotification, useSentence } from "./told.ts";

/** Around every screen: what is to be shown by a browser is, where this one may. */
export function BrowserNotifier() {
  const { notifications } = useServices();
  const navigate = useNavigate();
  const sentenceOf = useSentence();
  const { data, dataUpdatedAt } = useAlertsQuery();
  const isWaiting = (data?.to_show ?? 0) > 0;

  const take = useEffectEvent(async () => {
    const taken = await notifications.takeForBrowser();
    if (!taken.ok) return;
    for (const told of taken.value) show(told, sentenceOf(told), () => void navigate(pathOfNotification(told)));
  });

  // Synchronises with the notifications of the browser, each time the figures are read.
  useEffect(() => {
    if (isWaiting && "Notification" in globalThis && Notification.permission === "granted") void take();
  }, [isWaiting, dataUpdatedAt]);

  return <Outlet />;
}

function show({ id, kind }: Told, body: string, open: () => void): void {
  try {
    const shown = new Notification(notificationTitles[kind], { body, tag: id, lang: "fr" });
    shown.addEventListener("click", () => {
      window.focus();
      open();
      shown.close();
    });
  } catch (error) {
    // Telephones know them from service workers alone; the badge says it.
    console.warn("This browser shows no notification of a page.", error);
  }
}
