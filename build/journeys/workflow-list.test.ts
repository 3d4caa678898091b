// The list of workflows in a browser: at each width, names have room beside the other columns, and every row has its menu.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMember } from '../../engine/testing/running-server.ts';
import { hasBrowser, startJourney, type Journey } from './browser.ts';

describe.skipIf(!hasBrowser)('the list of workflows', () => {
  let journey: Journey;
  let tagged: string;
  beforeAll(async () => {
    journey = await startJourney();
    const daily = { field: 'cronExpression', expression: '0 9 * * *' };
    const trigger = { id: 'd', name: 'Daily', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.2, position: [0, 0] };
    const nodes = [
      { ...trigger, parameters: { rule: { interval: [daily] } } },
      {
        id: 'h',
        name: 'Hook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        position: [0, 200],
        webhookId: 'h',
        parameters: { path: 'h' },
      },
    ];
    for (let index = 1; index <= 30; index++) {
      const body = { name: `Orders of region ${index}`, active: index % 2 === 0, nodes, connections: {} };
      // Only one active workflow can use the webhook path. This one has the widest cells.
      const own =
        index === 30
          ? { ...body, name: `${body.name}, with a name that is far too long for its column` }
          : { ...body, nodes: nodes.slice(0, 1) };
      await journey.server.data({ method: 'POST', url: '/rest/workflows', body: own });
    }
    await fetch(`${journey.server.server.url}webhook/h`);
    const tags: string[] = [];
    for (let index = 1; index <= 25; index++) {
      const { id } = await journey.server.data<{ id: string }>({
        method: 'POST',
        url: '/rest/tags',
        body: { name: `kind of order ${index}` },
      });
      tags.push(id);
    }
    const body = { name: 'Orders with many tags', tags, nodes: nodes.slice(0, 1), connections: {} };
    tagged = (await journey.server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body })).id;
  });
  afterAll(() => journey.close());

  it.each([1280, 900])('gives names room at %i pixels, and cuts nothing off', async (width) => {
    const { page, server, faults } = journey;
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.server.url}workflows`);
    const row = page.getByRole('row', { name: /Orders of region 30/ });
    await row.getByText('Success').waitFor();
    const frame = page.locator('.table-frame');
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect((await page.locator('th[data-column="name"]').boundingBox())?.width).toBeGreaterThanOrEqual(200);
    const [head, next] = [page.locator('th[data-column="nextRun"] button'), row.locator('.workflow-next')];
    const left = (of: typeof head): Promise<number> =>
      of.evaluate((element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return Math.round(range.getBoundingClientRect().left);
      });
    expect(await left(next)).toBe(await left(head));
    expect(await row.getByRole('button', { name: /^Menu for/ }).evaluate((element) => element.getBoundingClientRect().right)).toBeLessThan(
      width,
    );
    expect(faults).toEqual([]);
  });

  it.each([1280, 1040, 900])('shows the whole name beside many tags at %i pixels, in the list and in the header', async (width) => {
    const { page, server, faults } = journey;
    /** How far the text of an element is wider than its place. */
    const cutOff = (of: Locator): Promise<number> =>
      of.evaluate((element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return Math.max(0, range.getBoundingClientRect().width - element.getBoundingClientRect().width);
      });
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.server.url}workflows`);
    const row = page.getByRole('row', { name: /Orders with many tags/ });
    await row.getByRole('button', { name: '22 more tags' }).waitFor();
    expect(await cutOff(row.getByRole('button', { name: 'Orders with many tags', exact: true }))).toBe(0);
    expect(await page.locator('.table-frame').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.goto(`${server.server.url}workflow/${tagged}`);
    await page.getByRole('button', { name: /^\d+ more tags$/ }).waitFor();
    expect(await cutOff(page.getByRole('button', { name: 'Workflow name: Orders with many tags' }))).toBe(0);
    expect(faults).toEqual([]);
  });

  it('cuts nothing off at 900 pixels with owners and long names of folders', async () => {
    const { page, context, server } = journey;
    const anna = { email: 'anna@example.com', firstName: 'Anna-Katharina', lastName: 'Bergmann-Hoffmann', password: 'Secret-12345' };
    const setUp = await server.send({ method: 'POST', url: '/rest/owner', body: anna });
    const url = server.server.url;
    const cookie = setUp.headers['set-cookie']?.split(';')[0] ?? '';
    await context.addCookies([{ name: cookie.split('=')[0] ?? '', value: cookie.slice(cookie.indexOf('=') + 1), url }]);
    const member = await addMember(server.server, server.dataDir, 'ben', 'benjamin.with.a.long.name@example.com');
    for (const name of ['Ben', 'x'.repeat(128)]) {
      await server.data({ method: 'POST', url: '/rest/folders', headers: { cookie: member }, body: { name } });
    }
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto(`${url}workflows`);
    await page.getByRole('columnheader', { name: 'Owner' }).waitFor();
    await page.getByRole('row', { name: /^Ben/ }).waitFor();
    expect(await page.locator('.table-frame').evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    // The icon of a folder is beside its name even if the name is long.
    const row = page.getByRole('row', { name: /^xxx/ });
    const [icon, name] = [await row.locator('svg').first().boundingBox(), await row.getByRole('button').first().boundingBox()];
    expect(Math.abs((icon?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(12);
  });
});
