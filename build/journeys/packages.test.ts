// Packages of nodes: installed from the settings and from the notice over a workflow, used, updated and removed.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { startPackageRegistry, type PackageRegistry } from '../../engine/testing/package-registry.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';

const begin = journeys();
const name = 'n8n-nodes-fixture-programmatic';
const fixture = join(import.meta.dirname, '../fixtures/programmatic');

const greeting = {
  name: 'Greeting',
  nodes: [
    { id: 's', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], parameters: {} },
    { id: 'g', name: 'Greet', type: `${name}.greet`, typeVersion: 1, position: [220, 0], parameters: { name: 'Ada' } },
  ],
  connections: { Start: { main: [[{ node: 'Greet', type: 'main', index: 0 }]] } },
};

let registry: PackageRegistry;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(fixture);
});
afterAll(() => registry.stop());

describe.skipIf(!hasBrowser)('a package of nodes', () => {
  it('is installed, used, updated and removed', async () => {
    const { page, server } = await begin({ settings: { packageRegistry: registry.url } });
    await page.goto(`${server.server.url}settings/community-nodes`);
    expect(await seriousFindings(page, 'the empty page')).toEqual([]);
    await page.getByRole('button', { name: 'Install a package' }).click();
    const dialog = page.getByRole('dialog', { name: 'Install a package of nodes' });
    await dialog.getByRole('textbox', { name: 'Package' }).fill('programmatic');
    await dialog.getByRole('button', { name: /A node with code/ }).click();
    await dialog.getByText('Credential types').waitFor();
    expect(await seriousFindings(page, 'the details', '[role="dialog"]')).toEqual([]);
    await dialog.getByRole('checkbox', { name: /^I trust the authors/ }).click();
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    const card = page.getByRole('region', { name });
    await card.waitFor();
    expect(await card.textContent()).toContain('Greet');
    expect(await seriousFindings(page, 'the list')).toEqual([]);

    const editor = new EditorPage(page);
    await editor.open('workflow/new');
    await page.getByRole('button', { name: 'Add the first step' }).click();
    await page.getByRole('tab', { name: 'All' }).click();
    await page.getByRole('combobox', { name: 'Search nodes' }).fill('greet');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).waitFor();

    await registry.publish(fixture, { version: '1.0.1' });
    await page.goto(`${server.server.url}settings/community-nodes`);
    await card.getByRole('button', { name: `Update ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => card.textContent()).toContain('1.0.1');
    await card.getByRole('button', { name: `Uninstall ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('heading', { name: 'Add nodes made by others' }).waitFor();
  });

  it('is installed from the notice over a workflow that needs it, which then runs', async () => {
    const { page, server } = await begin({ settings: { packageRegistry: registry.url } });
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body: greeting });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    await page.getByText('This workflow needs a package that is not installed').waitFor();
    expect(await seriousFindings(page, 'the notice', '.editor-missing')).toEqual([]);
    await page.getByRole('button', { name: `Install ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Install a package of nodes' });
    await dialog.getByRole('checkbox', { name: /^I trust the authors/ }).click();
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.editor-missing').waitFor({ state: 'detached' });
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    await editor.nodes.nth(1).dblclick();
    await page.getByText('Hello Ada').first().waitFor();
  });

  it('has agents, to which fitting nodes are attached on the canvas', async () => {
    await registry.publish(join(import.meta.dirname, '../fixtures/agents'));
    const { page, server } = await begin({ settings: { packageRegistry: registry.url } });
    const agents = 'n8n-nodes-fixture-agents';
    await server.data({ method: 'POST', url: '/rest/nodes', body: { name: agents } });
    const start = greeting.nodes[0];
    const root = { id: 'a', name: 'Assistant', type: `${agents}.assistant`, typeVersion: 1, position: [220, 0], parameters: {} };
    const body = {
      name: 'Agents',
      nodes: [start, root],
      connections: { Start: { main: [[{ node: 'Assistant', type: 'main', index: 0 }]] } },
    };
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    const [model, tools] = ['Model: add a node', 'Tools: add a node'].map((title) => page.getByRole('button', { name: title }));
    const search = page.getByRole('combobox', { name: 'Search nodes' });
    await editor.adding(async () => {
      await model?.click();
      await search.fill('Model');
      await page.getByText('A language model').waitFor();
      await page.keyboard.press('Enter');
    });
    await model?.waitFor({ state: 'detached' });
    await editor.adding(async () => {
      await tools?.click();
      await search.fill('Search');
      await page.keyboard.press('Enter');
    });
    await expect.poll(() => editor.nodes.count()).toBe(4);
    expect(await tools?.isVisible()).toBe(true);
    expect(await seriousFindings(page, 'the canvas with an agent')).toEqual([]);
  });

  it('has agents: a missing model is an issue, the outline attaches it, and the panes show what it was asked', async () => {
    await registry.publish(join(import.meta.dirname, '../fixtures/agents'));
    const { page, server } = await begin({ settings: { packageRegistry: registry.url } });
    const agents = 'n8n-nodes-fixture-agents';
    await server.data({ method: 'POST', url: '/rest/nodes', body: { name: agents } });
    const service = await stubServer((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text: 'Because' }));
    });
    const node = (nodeName: string, type: string, at: number, parameters: object): object => ({
      id: nodeName,
      name: nodeName,
      type: `${agents}.${type}`,
      typeVersion: 1,
      position: [at, at],
      parameters,
    });
    const body = {
      name: 'An agent',
      nodes: [
        greeting.nodes[0],
        node('Assistant', 'assistant', 220, { question: 'Why?' }),
        node('Brain', 'model', 440, { url: service.address }),
        node('Search', 'search', 660, {}),
      ],
      connections: {
        Start: { main: [[{ node: 'Assistant', type: 'main', index: 0 }]] },
        Search: { ai_tool: [[{ node: 'Assistant', type: 'ai_tool', index: 0 }]] },
      },
    };
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    const issue = editor.node('Assistant').getByText('No node is connected to the required input "Model".').first();
    await issue.waitFor();

    await editor.node('Brain').click();
    await editor.press('Shift+O');
    await expect.poll(() => editor.focused()).toMatch(/Brain/);
    await editor.press('c');
    const connections = page.getByRole('dialog', { name: 'Connections of Brain' });
    const targets = connections.getByRole('combobox', { name: 'Leads to' });
    expect(await targets.locator('option').allTextContents()).toEqual(['Assistant']);
    await connections.getByRole('button', { name: 'Connect' }).click();
    // The input accepts one node.
    await expect.poll(() => targets.locator('option').allTextContents()).not.toContain('Assistant');
    await editor.press('Escape');
    await connections.waitFor({ state: 'detached' });
    await issue.waitFor({ state: 'detached' });
    await editor.press('Escape');
    await editor.press('Control+z');
    await issue.waitFor();
    await editor.press('Control+Shift+z');
    await issue.waitFor({ state: 'detached' });

    await editor.node('Brain').dblclick();
    await page.getByText('When this node is used by Assistant, its input is shown here.').waitFor();
    await editor.press('Escape');
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    await editor.node('Brain').dblclick();
    await page.getByRole('region', { name: 'Input' }).getByText('Why?').first().waitFor();
    await page.getByRole('region', { name: 'Output' }).getByText('Because').first().waitFor();
    await service.close();
  });
});
