// Packages of nodes: installed from the settings and from the notice over a workflow, used, updated and removed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stubServer } from '../../engine/testing/stub-server.ts';
import { startPackageRegistry, type PackageRegistry } from '../../engine/testing/package-registry.ts';
import { hasBrowser } from './browser.ts';
import { journeys } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import { EditorPage } from './pages/editor-page.ts';

const startJourney = journeys();
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
    const { page, server } = await startJourney({ settings: { packageRegistry: registry.url } });
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
    // The button that opened the dialog is gone.
    const hasFocus = (): Promise<boolean> => page.evaluate(`document.activeElement.closest('main') !== null`);
    await expect.poll(hasFocus).toBe(true);
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
    await card.getByRole('button', { name: `Update to 1.0.1: ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Update' }).click();
    await expect.poll(() => card.textContent()).toContain('1.0.1');
    await expect.poll(hasFocus).toBe(true);
    await card.getByRole('button', { name: `Uninstall ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click();
    await page.getByRole('heading', { name: 'Add nodes made by others' }).waitFor();
    await expect.poll(hasFocus).toBe(true);
  });

  it('is installed from the notice over a workflow that needs it, which then runs', async () => {
    const { page, server } = await startJourney({ settings: { packageRegistry: registry.url } });
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

  it('is installed from the notice over a file that needs it, whose nodes keep their data and then run', async () => {
    const { page } = await startJourney({ settings: { packageRegistry: registry.url } });
    const editor = new EditorPage(page);
    await editor.open('workflow/new');
    const folder = mkdtempSync(join(tmpdir(), 'millrace-journey-'));
    const path = join(folder, 'greeting.json');
    writeFileSync(path, JSON.stringify(greeting));
    await page.locator('input[type="file"]').setInputFiles(path);
    await page.getByText('This workflow needs a package that is not installed').waitFor();
    // The node names what is missing, and offers the same.
    await editor.node('Greet').dblclick();
    const parameters = page.getByRole('region', { name: 'Node parameters' });
    await parameters.getByRole('button', { name: `Install ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Install a package of nodes' });
    await dialog.getByRole('checkbox', { name: /^I trust the authors/ }).click();
    await dialog.getByRole('button', { name: 'Install', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await parameters.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Ada');
    await editor.press('Escape');
    await page.locator('.editor-missing').waitFor({ state: 'detached' });
    await editor.run();
    await expect.poll(() => editor.runStatus.textContent()).toContain('Succeeded');
    rmSync(folder, { recursive: true });
  });

  it('has credential types with icons and documentation, which are tested and used', async () => {
    await registry.publish(join(import.meta.dirname, '../fixtures/declarative'));
    // Its lists cannot be loaded without the credential.
    const { page, server } = await startJourney({ settings: { packageRegistry: registry.url }, theme: 'dark', isHostile: true });
    const declarative = 'n8n-nodes-fixture-declarative';
    await server.data({ method: 'POST', url: '/rest/nodes', body: { name: declarative } });
    const service = await stubServer(({ headers }, response) => {
      response.statusCode = headers['x-api-key'] === 'right' ? 200 : 401;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    const parameters = { operation: 'delete', title: 'Emma' };
    const shelf = { id: 'b', name: 'Books', type: `${declarative}.shelf`, typeVersion: 2, position: [220, 0], parameters };
    const body = {
      ...greeting,
      nodes: [greeting.nodes[0], shelf],
      connections: { Start: { main: [[{ node: 'Books', type: 'main', index: 0 }]] } },
    };
    const { id } = await server.data<{ id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const editor = new EditorPage(page);
    await editor.open(`workflow/${id}`);
    await editor.node('Books').dblclick();
    await page.getByRole('button', { name: 'Create new credential' }).click();
    const dialog = page.getByRole('dialog', { name: 'Shelf API credential' });
    expect(await dialog.locator('.credential-tile img').getAttribute('src')).toMatch(/credential-icon\/shelfApi\?theme=dark&v=1\.0\.0-/);
    expect(await dialog.getByRole('link', { name: 'Documentation' }).getAttribute('href')).toBe('https://docs.example.com/shelf');
    await dialog.getByRole('textbox', { name: 'Address' }).fill(service.address);
    await dialog.getByLabel(/^API Key/).fill('wrong');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The service refused the credential').waitFor();
    await dialog.getByLabel(/^API Key/).fill('right');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Connection tested successfully').waitFor();
    expect(await seriousFindings(page, 'the credential', '[role="dialog"]')).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Node parameters' }).getByRole('button', { name: 'Run node' }).click();
    await page.getByRole('region', { name: 'Output' }).getByText('deleted').first().waitFor();
    await service.close();
  });

  it('is installed again after the data folder was moved without it', async () => {
    const { page, server, stopServer, startServer } = await startJourney({ settings: { packageRegistry: registry.url } });
    await server.data({ method: 'POST', url: '/rest/nodes', body: { name } });
    await stopServer();
    rmSync(join(server.dataDir, 'packages'), { recursive: true });
    await startServer();
    await page.goto(`${server.server.url}settings/community-nodes`);
    await page.getByText('The files of 1 package are missing').waitFor();
    expect(await seriousFindings(page, 'missing files')).toEqual([]);
    await page.getByRole('button', { name: 'Install again', exact: true }).click();
    await page.getByText('1 package was installed again').waitFor();
    await page.getByRole('region', { name }).getByText('Greet').waitFor();
  });

  it('has agents, to which fitting nodes are attached on the canvas', async () => {
    await registry.publish(join(import.meta.dirname, '../fixtures/agents'));
    const { page, server } = await startJourney({ settings: { packageRegistry: registry.url } });
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
    const [model, tools] = ['Model (required): add a node', 'Tools: add a node'].map((title) => page.getByRole('button', { name: title }));
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
    const { page, server } = await startJourney({ settings: { packageRegistry: registry.url } });
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
