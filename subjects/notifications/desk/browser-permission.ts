import { useState } from "react";

export type BrowserPermission = NotificationPermission | "impossible";

/** Of this browser, for this site. */
function currentPermission(): BrowserPermission {
  return "Notification" in globalThis ? Notification.permission : "impossible";
}

/** What this browser allows; `ask` is for a press of a button, and for nothing else. */
export function useBrowserPermission() {
  const [permission, setPermission] = useState(currentPermission);
  return {
    permission,
    ask: async () => {
      await Notification.requestPermission();
      setPermission(currentPermission());
    },
  };
}
