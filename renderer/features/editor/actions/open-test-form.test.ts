// The form that opens when a manual run waits for one.
import { expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { description as formTrigger } from '../../../../engine/nodes/form-trigger/description.ts';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { editorActions, editorSlice } from '../document/editor-slice.ts';
import { typeLookup } from '../view/type-lookup.ts';
import type { EditorContext } from './context.ts';
import { openTestForm } from './open-test-form.ts';

const FORM = 'n8n-nodes-base.formTrigger';
const plain = { name: 'plain', version: 1, group: ['transform'], inputs: ['main'], outputs: ['main'], properties: [] };
const types = typeLookup([{ ...formTrigger, name: FORM }, plain] as unknown as NodeDescription[]);
const endpoints = {
  urlBaseWebhook: 'http://localhost:5678/',
  endpointWebhook: 'webhook',
  endpointWebhookTest: 'webhook-test',
  endpointForm: 'form',
  endpointFormTest: 'form-test',
  endpointMcp: 'mcp',
  endpointMcpTest: 'mcp-test',
};

function opened(isDisabled: boolean, destination?: string): readonly string[] {
  const node = (name: string, type: string, more: object): object => ({ id: name, name, type, position: [0, 0], parameters: {}, ...more });
  const workflow = {
    name: 'W',
    nodes: [
      node('Form', FORM, { typeVersion: 2.2, webhookId: 'abc', ...(isDisabled ? { disabled: true } : {}) }),
      node('Next', 'plain', { typeVersion: 1 }),
    ],
    connections: { Form: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
  } as unknown as WorkflowFile;
  const editor = editorSlice.reducer(undefined, editorActions.opened({ workflow, id: 'w' }));
  const pages: string[] = [];
  const ui = { openPage: (address: string) => pages.push(address) };
  openTestForm({ editor: () => editor, types: () => types, endpoints: () => endpoints, ui } as unknown as EditorContext, destination);
  return pages;
}

it('is the test form of the trigger that the run starts with', () => {
  const form = ['http://localhost:5678/form-test/abc'];
  expect(opened(false)).toEqual(form);
  expect(opened(false, 'Next')).toEqual(form);
  expect(opened(true)).toEqual([]);
});
