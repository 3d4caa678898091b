// Opens the form of every node of a package, with its defaults and with a value in every field: the newest version with each pair of resource and
// operation, older versions once.
import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'node:util';
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../engine/contract/json.ts';
import type { NodeDescription } from '../../../engine/workflow/node-type.ts';
import { api } from '../../../renderer/api/base.ts';
import { endForm, showForm } from '../../../renderer/features/editor/testing/form.tsx';
import { store } from '../../../renderer/state/store.ts';
import type { FormFault, FormFiles, FormOutcome } from '../forms.ts';
import { operationsOf, versionOf } from '../operations.ts';
import { sampleParameters } from '../sample-values.ts';

const { descriptions: from, outcome: to } = JSON.parse(process.env['MILLRACE_FORMS'] ?? '') as FormFiles;

const settings = {
  urlBaseWebhook: 'http://localhost:5678/',
  urlBaseEditor: 'http://localhost:5678/',
  endpointWebhook: 'webhook',
  endpointWebhookTest: 'webhook-test',
  endpointForm: 'form',
  endpointFormTest: 'form-test',
  endpointMcp: 'mcp',
  endpointMcpTest: 'mcp-test',
  timezone: 'UTC',
};

/** All lists are empty. */
function answer({ pathname }: URL): unknown {
  if (pathname.endsWith('/settings')) return settings;
  if (pathname.endsWith('/node-mapping-fields')) return { fields: [] };
  if (pathname.endsWith('/nodes-list-search')) return { results: [] };
  if (pathname.endsWith('/next-runs')) return { nodes: [], timezone: 'UTC' };
  return [];
}

/** Opens a form and waits for its lists. Returns the first error; undefined if there was none. */
async function openForm(description: NodeDescription, parameters: JsonObject): Promise<string | undefined> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    const node = { type: description.name, typeVersion: versionOf(description) };
    const { properties } = description;
    showForm({ properties, parameters, node, description, server: answer });
    await act(() => Promise.all(store.dispatch(api.util.getRunningQueriesThunk())));
    const [first] = logged.mock.calls;
    return first === undefined ? undefined : format(...first);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    endForm();
    logged.mockRestore();
  }
}

const isNewest = (description: NodeDescription): boolean => [description.version].flat().includes(description.defaultVersion ?? 1);

it('opens every form', async () => {
  const descriptions = JSON.parse(await readFile(from, 'utf8')) as readonly NodeDescription[];
  const faults: FormFault[] = [];
  let opened = 0;
  for (const description of descriptions) {
    for (const parameters of isNewest(description) ? operationsOf(description) : [{}]) {
      const reason = (await openForm(description, parameters)) ?? (await openForm(description, sampleParameters(description, parameters)));
      if (reason === undefined) opened++;
      else faults.push({ type: description.name, version: versionOf(description), parameters, reason: reason.split('\n', 1)[0] ?? '' });
    }
  }
  await writeFile(to, JSON.stringify({ opened, faults } satisfies FormOutcome));
  expect(opened + faults.length).toBeGreaterThanOrEqual(descriptions.length);
});
