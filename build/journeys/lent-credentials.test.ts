// The owner runs a member's workflow by hand, which reads a credential of the owner: the editor asks the first time.
import { describe, expect, it } from 'vitest';
import { Store } from '../../engine/store/index.ts';
import { row, start, type Sketch } from '../../engine/testing/run-story.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { EditorPage } from './pages/editor-page.ts';
import { seriousFindings } from './page-checks.ts';

const startJourney = journeys();

describe.skipIf(!hasBrowser)('a workflow of a member that uses a credential of the owner', () => {
  it('is run once the owner agrees, and is not asked about again', async () => {
    const { page, server, faults } = await startJourney();
    const credential = { name: 'Signature of Anna', type: 'crypto', data: { hmacSecret: 'key' } };
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/credentials', body: credential });
    const seal: Sketch = {
      type: 'crypto',
      typeVersion: 2,
      parameters: { action: 'hmac', type: 'SHA256', value: 'text', dataPropertyName: 'sealed', encoding: 'hex' },
      credentials: { crypto: { id, name: credential.name } },
    };
    const store = await Store.open(server.dataDir);
    await store.users.invite('ben', 'ben@example.com', 1);
    const file = { ...row({ Start: start, Seal: seal }), id: 'of-ben', name: 'Of Ben' };
    await store.workflows.add({ id: 'of-ben', file: file as never, userId: 'ben', now: 1 });
    await store.close();

    const editor = new EditorPage(page);
    await editor.open('workflow/of-ben');
    const question = page.getByRole('dialog', { name: 'Let this workflow use your credentials?' });
    await editor.run();
    await question.waitFor();
    expect(await question.textContent()).toContain('"Signature of Anna"');
    expect(await seriousFindings(page, 'the question', '[role="dialog"]')).toEqual([]);
    if (process.env['MILLRACE_SCREENSHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['MILLRACE_SCREENSHOTS']}/lent-credentials.png` });
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Run workflow' }).waitFor();

    await editor.run();
    await question.getByRole('button', { name: 'Use my credentials and run' }).click();
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    expect(await question.count()).toBe(0);
    // The browser logs the two responses that led to the question.
    expect((faults as string[]).splice(0).filter((fault) => !fault.includes('409 (Conflict) (/rest/workflows/run)'))).toEqual([]);
  });
});
