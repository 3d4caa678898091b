// Unsaved work: stored while offline, and restored after the page was closed.
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();
const trigger = 'When clicking ‘Run workflow’';

const isStored = (page: Page): Promise<unknown> =>
  page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('millrace-unsaved:'))");

/** A tab of the editor. */
class Tab extends EditorPage {
  readonly page: Page;

  constructor(page: Page) {
    super(page);
    this.page = page;
  }

  static async of(context: BrowserContext): Promise<Tab> {
    return new Tab(await context.newPage());
  }

  /** Closes the page like a crash; returns the next one. */
  async crash(): Promise<Tab> {
    await expect.poll(() => isStored(this.page)).toBe(true);
    const context = this.page.context();
    await this.page.close({ runBeforeUnload: false });
    return Tab.of(context);
  }

  /** Saves, which clears the stored work. */
  async saveAll(): Promise<void> {
    await this.save();
    await expect.poll(() => isStored(this.page)).toBe(false);
  }
}

const question = 'Restore unsaved work?';

describe.skipIf(!hasBrowser)('unsaved work', () => {
  it('is confirmed before leaving, stays while offline, and is restored after a crash unless discarded or open in another tab', async () => {
    const journey = await startJourney();
    const { context, faults } = journey;
    const first = new Tab(journey.page);
    await first.open();
    await first.addFirst('manual trigger');

    // A new workflow would replace it, even a new one.
    await first.press('Control+Alt+n');
    await first.response('Save your changes?', 'Cancel');
    await expect.poll(() => first.nodes.count()).toBe(1);
    await first.press('Control+Alt+n');
    await first.response('Save your changes?', "Don't save");
    await first.firstStep.waitFor();
    expect(await first.nodes.count()).toBe(0);
    await expect.poll(() => isStored(first.page)).toBe(false);

    // Crash with a new workflow.
    await first.addFirst('manual trigger');
    const second = await first.crash();
    await second.open();
    await second.response(question, 'Restore');
    await expect.poll(() => second.nodes.count()).toBe(1);
    await second.saveAll();
    await expect.poll(() => second.page.url()).toMatch(/\/workflow\/\w{16}$/);

    // Offline.
    await context.setOffline(true);
    const banner = second.page.getByText('This computer is offline.');
    await banner.waitFor();
    await second.addAtPlus(trigger, 'edit fields');
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await second.saveAll();
    await expect.poll(() => second.nodes.count()).toBe(2);

    // Crash with a saved workflow.
    await second.addAtPlus('Edit Fields', 'no operation');
    const { pathname } = new URL(second.page.url());
    const third = await second.crash();
    await third.open(pathname.slice(1));
    await third.response(question, 'Restore');
    await expect.poll(() => third.nodes.count()).toBe(3);
    await third.saveAll();

    // Discarded work is not offered again, and neither is work of another open tab.
    await third.goToNew();
    await third.addFirst('manual trigger');
    const fourth = await third.crash();
    await fourth.open();
    await fourth.response(question, 'Decide later');
    await fourth.open();
    await fourth.response(question, 'Discard');
    await expect.poll(() => fourth.nodes.count()).toBe(0);
    await expect.poll(() => isStored(fourth.page)).toBe(false);
    await fourth.addFirst('manual trigger');
    await expect.poll(() => isStored(fourth.page)).toBe(true);
    const fifth = await Tab.of(context);
    await fifth.open();
    await fifth.firstStep.waitFor();
    expect(await fifth.questions.count()).toBe(0);
    expect(faults).toEqual([]);
  }, 180_000);
});
