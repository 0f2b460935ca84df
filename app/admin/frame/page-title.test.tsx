// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { type AdminServices, ServicesContext } from "#app/admin/data/services.ts";

import { usePageTitle } from "./page-title.ts";

afterEach(cleanup);

function Screen() {
  usePageTitle("Leads");
  return null;
}

test("The title of every tab counts the work of today, as the bar read it, and none when there is none", () => {
  const queryClient = new QueryClient();
  const services = { config: { brand: "Ariane" } } as Partial<AdminServices> as AdminServices;
  render(
    <QueryClientProvider client={queryClient}>
      <ServicesContext value={{ ...services, leave: async () => undefined }}>
        <Screen />
      </ServicesContext>
    </QueryClientProvider>,
  );
  expect(document.title).toBe("Leads | Administration Ariane");
  act(() => void queryClient.setQueryData(screenKeys.alerts, { today: 3 }));
  expect(document.title).toBe("(3) Leads | Administration Ariane");
  act(() => void queryClient.setQueryData(screenKeys.alerts, { today: 0 }));
  expect(document.title).toBe("Leads | Administration Ariane");
});
