// Every example runs and returns the documented result.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { RunData } from '../contract/run-data.ts';
import { createRunner } from '../runner.ts';
import { readWorkflowFile } from './workflow-source.ts';

const folder = join(import.meta.dirname, '../../examples');
const runner = createRunner();
afterAll(() => runner.stop());

async function run(name: string): Promise<RunData> {
  const workflow = await readWorkflowFile(join(folder, `${name}.json`));
  const { result } = await runner.run({ workflow, mode: 'cli' });
  expect(result.resultData.error).toBeUndefined();
  return result.resultData.runData;
}

const json = (runData: RunData, node: string): unknown[] => (runData[node]?.at(-1)?.data?.['main']?.[0] ?? []).map((item) => item.json);

describe('the examples', () => {
  it('are all tested here', () => {
    expect(readdirSync(folder).sort()).toEqual([
      'contact-import.json',
      'inventory-sync.json',
      'invoices.json',
      'newsletter.json',
      'order-shipping.json',
      'support-tickets.json',
    ]);
  });

  it('invoices: paid orders added up per customer', async () => {
    const [all] = json(await run('invoices'), 'All invoices') as [
      { invoices: { number: string; customer: string; amount: number; text: string }[] },
    ];
    expect(all.invoices.map(({ number, customer, amount }) => [number, customer, amount])).toEqual([
      ['R-2026-10-001', 'Nordwind Cafe', 339],
      ['R-2026-10-002', 'Atelier Blau', 107.4],
    ]);
    expect(all.invoices[0]?.text).toMatch(/^Dear Nordwind Cafe,\n\nfor your 2 orders \(A-1001, A-1003\) we charge 339,00\s€\.$/);
  });

  it('newsletter: each article once, as Markdown and HTML', async () => {
    const [letter] = json(await run('newsletter'), 'To HTML') as [{ subject: string; markdown: string; html: string }];
    expect(letter.subject).toBe('3 articles of the week');
    expect(letter.markdown).toContain(
      '### [Why water wheels turn again](https://journal.example/water-wheels)\n2 November 2026\n\nSmall rivers, **small turbines**, steady light.',
    );
    expect(letter.html).toMatch(/<h3[^>]*><a href="https:\/\/journal\.example\/bakery">A bakery without a boss<\/a><\/h3>/);
  });

  it('support tickets: sorted, brought together, the urgent ones marked', async () => {
    const runData = await run('support-tickets');
    expect(json(runData, 'Page someone').map((ticket) => (ticket as { notify: string }).notify)).toEqual([
      '🔔 billing: #504 Refund please',
      '🔔 engineering: #502 App crashes on start',
    ]);
    expect(json(runData, 'Queue').map((ticket) => (ticket as { team: string }).team)).toEqual(['billing', 'support', 'community']);
  });

  it('inventory: differences between shop and warehouse', async () => {
    expect(
      json(await run('inventory-sync'), 'By article').map((row) => [(row as { sku: string }).sku, (row as { finding: string }).finding]),
    ).toEqual([
      ['BEAN-1', 'counted 38 instead of 40'],
      ['CHAI-5', 'not in the warehouse'],
      ['CUP-9', 'counted 11 instead of 15'],
      ['TEA-3', 'not in the shop'],
    ]);
  });

  it('contacts: batch by batch, bad rows by the error output', async () => {
    const runData = await run('contact-import');
    expect(json(runData, 'Report')).toEqual([
      { status: 'imported', count_name: 3, appended_name: ['Ada Brandt', 'Cleo Marsh', 'Esi Owusu'] },
      { status: 'refused', count_name: 2, appended_name: ['Bo Lind', 'Dov Katz'] },
    ]);
    expect((runData['Bad'] ?? []).flatMap((run) => run.data?.['main']?.[0] ?? []).map((item) => item.json['reason'])).toEqual([
      expect.stringContaining('Bo Lind has no valid e-mail address'),
      expect.stringContaining('Dov Katz has no valid e-mail address'),
    ]);
  });

  it('shipping: rates of another workflow, dispatch on working days', async () => {
    expect(json(await run('order-shipping'), 'Plan')).toMatchObject([
      { order: 'B-2', carrier: 'freight', shipping: 19.1, dispatch: 'Mon 23 Nov', weight: 12 },
      { order: 'B-1', carrier: 'parcel', shipping: 4.9, dispatch: 'Mon 23 Nov', weight: 1.2 },
      { order: 'B-3', carrier: 'parcel', shipping: 4.9, dispatch: 'Tue 24 Nov', weight: 5 },
    ]);
  });
});
