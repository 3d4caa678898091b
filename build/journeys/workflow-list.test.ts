// The list of workflows in a browser: names have room beside the other columns, at each width.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startJourney, type Journey } from './browser.ts';

describe.skipIf(!hasBrowser)('the list of workflows', () => {
  let journey: Journey;
  beforeAll(async () => {
    journey = await startJourney();
    const daily = { field: 'cronExpression', expression: '0 9 * * *' };
    const trigger = { id: 'd', name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, position: [0, 0] };
    const nodes = [{ ...trigger, parameters: { rule: { interval: [daily] } } }];
    for (let index = 1; index <= 30; index++) {
      const body = { name: `Orders of region ${index}`, active: index % 2 === 0, nodes, connections: {} };
      await journey.server.data({ method: 'POST', url: '/rest/workflows', body });
    }
  });
  afterAll(() => journey.close());

  it.each([1280, 900])('gives names room at %i pixels, and cuts nothing off', async (width) => {
    const { page, server, faults } = journey;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.server.url}workflows`);
    await page.getByText('Orders of region 30', { exact: true }).waitFor();
    const frame = page.locator('.table-frame');
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect((await page.locator('th[data-column="name"]').boundingBox())?.width).toBeGreaterThanOrEqual(200);
    expect(faults).toEqual([]);
  });
});
