import type { DemoPage } from "#domain/contracts/demo-page.ts";

export type RenderDemoPage = (page: DemoPage) => string;
