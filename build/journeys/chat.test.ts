// A chat with a workflow: opened from the canvas and from its trigger, with answers, parts of answers, files, errors and replies.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPackageRegistry, type PackageRegistry } from '../../engine/testing/package-registry.ts';
import { hasBrowser } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { seriousFindings } from './page-checks.ts';
import type { EditorPage } from './pages/editor-page.ts';

const name = 'n8n-nodes-fixture-chat';
const node = (title: string, type: string, at: number, parameters: object = {}): object => ({
  id: title,
  name: title,
  type: type.includes('.') ? type : `${name}.${type}`,
  typeVersion: type === 'chat' ? 1.1 : 1,
  position: [at, 0],
  parameters,
});
const to = (next: string): object => ({ main: [[{ node: next, type: 'main', index: 0 }]] });

let registry: PackageRegistry;
beforeAll(async () => {
  registry = await startPackageRegistry();
  await registry.publish(join(import.meta.dirname, '../fixtures/chat'));
});
afterAll(() => registry.stop());

describe.skipIf(!hasBrowser)('a chat with a workflow', () => {
  let page: Page;
  let editor: EditorPage;
  let save: (workflow: object) => Promise<{ id: string; name: string }>;
  oneJourney(
    async (journey, opened) => {
      ({ page } = journey);
      editor = opened;
      const { server } = journey;
      save = (body) => server.data({ method: 'POST', url: '/rest/workflows', body });
      await server.data({ method: 'POST', url: '/rest/nodes', body: { name } });
      const { id } = await save({
        name: 'Parrot',
        nodes: [node('Message', 'chatTrigger', 0, { options: { allowFileUploads: true } }), node('Parrot', 'parrot', 220)],
        connections: { Message: to('Parrot') },
      });
      await editor.open(`workflow/${id}`);
    },
    () => ({ settings: { packageRegistry: registry.url } }),
  );

  const chat = () => page.getByRole('region', { name: 'Chat' });
  const field = () => page.getByRole('textbox', { name: 'Message' });
  const sendMessage = async (text: string): Promise<void> => {
    await field().fill(text);
    await field().press('Enter');
  };
  const log = () => page.getByRole('log');

  it('is opened beside the run button, and answers each message of its session', async () => {
    await page.getByRole('button', { name: 'Open chat' }).click();
    await sendMessage('Hello');
    await log().getByText('1: Hello').waitFor();
    await sendMessage('Again');
    await log().getByText('2: Again').waitFor();
    expect(await editor.focused()).toBe('Message');
    expect(await seriousFindings(page, 'the chat', '.chat')).toEqual([]);
    await field().press('ArrowUp');
    expect(await field().inputValue()).toBe('Again');
    await field().fill('');
  });

  it('shows what failed, and opens the node', async () => {
    await sendMessage('fail');
    await log().getByText('The parrot is asleep').waitFor();
    expect(await seriousFindings(page, 'the error', '.chat')).toEqual([]);
    await log().getByRole('button', { name: 'Open Parrot' }).click();
    await editor.nodeOpened();
    await editor.press('Escape');
    await page.locator('.node-view').waitFor({ state: 'detached' });
  });

  it('sends files', async () => {
    await page.locator('.chat input[type="file"]').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('content') });
    await sendMessage('Read');
    await log().getByText('4: Read content').waitFor();
  });

  it('can be resized and closed, keeps its messages, and is what a run of the workflow asks for', async () => {
    const height = async (): Promise<number> => (await chat().boundingBox())?.height ?? 0;
    const before = await height();
    await page.getByRole('separator', { name: 'Height of the chat' }).focus();
    await editor.press('ArrowUp');
    await expect.poll(height).toBe(before + 20);
    await editor.press('Escape');
    await chat().waitFor({ state: 'detached' });
    await editor.run();
    await chat().waitFor();
    expect(await height()).toBe(before + 20);
    await log().getByText('1: Hello').waitFor();
    await page.getByRole('button', { name: 'Start a new session' }).click();
    await page.getByText('Send a message to run the workflow.').waitFor();
    await sendMessage('Hello');
    await log().getByText('1: Hello').waitFor();
  });

  it('is opened from its trigger', async () => {
    await field().press('Escape');
    await editor.node('Message').dblclick();
    await page.getByRole('region', { name: 'Node parameters' }).getByRole('button', { name: 'Open chat' }).click();
    await page.locator('.node-view').waitFor({ state: 'detached' });
    await expect.poll(() => editor.focused()).toBe('Message');
  });

  it('shows messages of nodes, and continues with the reply', async () => {
    const workflow = await save({
      name: 'Asking',
      nodes: [
        node('Message', 'chatTrigger', 0, { options: { responseMode: 'streaming' } }),
        node('Ask', 'chat', 220, { operation: 'sendAndWait', message: '=Why {{ $json.chatInput }}?' }),
        node('Parrot', 'parrot', 440),
      ],
      connections: { Message: to('Ask'), Ask: to('Parrot') },
    });
    await editor.goToWorkflow(workflow);
    await log().getByText('Send a message to run the workflow.').waitFor();
    await sendMessage('tea');
    await log().getByText('Why tea?').waitFor();
    await log().getByText('The workflow waits for your reply.').waitFor();
    await sendMessage('because');
    await log().getByText('1: because').waitFor();
    expect(await log().getByText('The workflow waits for your reply.').count()).toBe(0);
  });

  it('is not offered without a trigger for it', async () => {
    await editor.goToWorkflow(await save({ name: 'Other', nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 0)], connections: {} }));
    await editor.node('Start').waitFor();
    expect([await chat().count(), await page.getByRole('button', { name: 'Open chat' }).count()]).toEqual([0, 0]);
  });
});
