// The browser driver. It is required, because an `import` of its bundle first searches 7 MB for the names of exports, in each process.
import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';

export const { chromium, _electron } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;
