import type { DemoPage } from "#domain/site/demo-page.ts";

export type RenderDemoPage = (page: DemoPage) => string;
