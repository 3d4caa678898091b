// Work that is not saved: kept while the computer is offline, and brought back after the page was gone.
import { describe, expect, it } from 'vitest';
import { hasBrowser, type Journey } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';

const begin = journeys();
const trigger = 'When clicking ‘Execute workflow’';

const isKept = (page: Journey['page']): Promise<unknown> =>
  page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('millrace-unsaved:'))");

/** The page is gone without a word, as when the browser crashes. */
async function crash({ page, context }: Journey): Promise<EditorPage> {
  await expect.poll(() => isKept(page)).toBe(true);
  await page.close({ runBeforeUnload: false });
  return new EditorPage(await context.newPage());
}

describe.skipIf(!hasBrowser)('unsaved work', () => {
  it('is told of while the computer is offline, and stays', async () => {
    const journey = await begin();
    const { page, context } = journey;
    const editor = new EditorPage(page);
    await editor.open();
    await editor.addFirst('manual trigger');
    await context.setOffline(true);
    const banner = page.getByText('This computer is offline.');
    await banner.waitFor();
    await editor.addAtPlus(trigger, 'edit fields');
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
    await editor.save();
    await expect.poll(() => editor.nodes.count()).toBe(2);
  });

  it.each(['a workflow that was saved before', 'a new workflow'])('of %s is brought back after a crash', async (which) => {
    const journey = await begin();
    const editor = new EditorPage(journey.page);
    await editor.open();
    await editor.addFirst('manual trigger');
    if (which !== 'a new workflow') {
      await editor.save();
      await expect.poll(() => journey.page.url()).toMatch(/\/workflow\/\w{16}$/);
      await editor.addAtPlus(trigger, 'edit fields');
    }
    const count = await editor.nodes.count();
    const { pathname } = new URL(journey.page.url());
    const again = await crash(journey);
    await again.open(pathname.slice(1));
    await again.answer('Bring back unsaved work?', 'Bring them back');
    await expect.poll(() => again.nodes.count()).toBe(count);
    await again.save();
    expect(journey.faults).toEqual([]);
  });

  it('is asked about before a new workflow takes its place, also from a new one', async () => {
    const { page, faults } = await begin();
    const editor = new EditorPage(page);
    await editor.open();
    await editor.addFirst('manual trigger');
    await editor.press('Control+Alt+n');
    await editor.answer('Save your changes?', 'Cancel');
    await expect.poll(() => editor.nodes.count()).toBe(1);
    await editor.press('Control+Alt+n');
    await editor.answer('Save your changes?', 'Do not save');
    await editor.firstStep.waitFor();
    expect(await editor.nodes.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('of a tab that is still open is not asked about in another', async () => {
    const journey = await begin();
    const editor = new EditorPage(journey.page);
    await editor.open();
    await editor.addFirst('manual trigger');
    await expect.poll(() => isKept(journey.page)).toBe(true);
    const other = new EditorPage(await journey.context.newPage());
    await other.open();
    await other.firstStep.waitFor();
    expect(await other.questions.count()).toBe(0);
    expect(journey.faults).toEqual([]);
  });

  it('that is not wanted back is not asked about again', async () => {
    const journey = await begin();
    const editor = new EditorPage(journey.page);
    await editor.open();
    await editor.addFirst('manual trigger');
    const again = await crash(journey);
    await again.open();
    await again.answer('Bring back unsaved work?', 'Cancel');
    await expect.poll(() => again.nodes.count()).toBe(0);
    const third = new EditorPage(await journey.context.newPage());
    await third.open();
    await third.firstStep.waitFor();
    expect(await third.questions.count()).toBe(0);
  });
});
