// One application for all tests of a file, and calls of its page.
import { afterAll, beforeAll, expect } from 'vitest';
import type { Page } from 'playwright-core';
import { collectErrors } from '../../build/journeys/console-errors.ts';
import type { PushEvent } from '../../engine/contract/push.ts';
import { goTo } from '../../build/journeys/window.ts';
import { launch, startPage, type DesktopApp, type LaunchOptions } from './launch.ts';

export interface OneApp {
  readonly app: DesktopApp;
  readonly page: Page;
  /** Calls a route over the page's bridge; the body is JSON. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly data: unknown }>;
  /** Saves and runs a workflow; resolves with the events of its run; the last event is its end. */
  readonly run: (nodes: readonly object[], connections: object) => Promise<readonly PushEvent[]>;
  /** From now on, errors in the page are expected, because the tests try forbidden actions. */
  readonly ignoreErrors: () => void;
}

/** Starts one application for all tests of a `describe`, with a new workflow in its window; returns a function that returns it. Errors in its page fail the tests. */
export function oneApp(options: LaunchOptions = {}): () => OneApp {
  let current: OneApp | undefined;
  const faults: string[] = [];
  /** Number of faults that count; undefined for all. */
  let counted: number | undefined;
  beforeAll(async () => {
    const app = await launch(options);
    try {
      const page = await startPage(app);
      collectErrors(page, faults);
      await goTo(page, 'workflow');
      await page.getByRole('button', { name: 'Add the first step' }).waitFor();
      current = {
        app,
        page,
        call: (...call) => callOf(page, ...call),
        run: (...workflow) => runOf(page, ...workflow),
        ignoreErrors: () => void (counted ??= faults.length),
      };
    } catch (error) {
      await app.close();
      throw new Error(`The application did not start.\n${app.log()}`, { cause: error });
    }
  });
  afterAll(async () => {
    await current?.app.close();
    expect(faults.slice(0, counted)).toEqual([]);
  });
  return () => {
    if (current === undefined) throw new Error('The application has not started.');
    return current;
  };
}

async function callOf(page: Page, method: string, path: string, body?: unknown): Promise<{ status: number; data: unknown }> {
  const request = { method, path, sessionId: 'spec', ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await page.evaluate<{ status: number; body: string }>(`millrace.request(${JSON.stringify(request)})`);
  const { data } = JSON.parse(response.body === '' ? '{}' : response.body) as { data?: unknown };
  return { status: response.status, data };
}

async function runOf(page: Page, nodes: readonly object[], connections: object): Promise<readonly PushEvent[]> {
  const workflow = { name: 'Spec', nodes, connections, settings: { saveManualExecutions: true } };
  const { data } = await callOf(page, 'POST', 'workflows', workflow);
  const workflowData = { ...workflow, id: (data as { id: string }).id };
  const request = { method: 'POST', path: 'workflows/run', sessionId: 'spec', body: JSON.stringify({ workflowData }) };
  return page.evaluate<readonly PushEvent[]>(`new Promise((resolve, reject) => {
    const events = [];
    const end = millrace.onPush({ id: 'spec' }, (message) => {
      if (message.type === 'event') events.push(message.event);
      if (message.event?.type !== 'executionFinished') return;
      end();
      resolve(events);
    });
    millrace.request(${JSON.stringify(request)}).then(({ status, body }) => status === 200 || reject(new Error(body)), reject);
  })`);
}
