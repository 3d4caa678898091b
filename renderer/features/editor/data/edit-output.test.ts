import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { pinnedItems } from '../../../../engine/workflow/pin-data.ts';
import { itemsToPin } from '../document/items-to-pin.ts';
import { pinnedText, textOfItems } from './edit-output.ts';

const file: WorkflowFile = {
  nodes: [{ id: 'a', name: 'A', type: 't', typeVersion: 1, position: [0, 0], parameters: {} }],
  connections: {},
};

describe('edited output', () => {
  it.each([
    ['a list of objects', '[{"a": 1}, {"b": 2}]', [{ json: { a: 1 } }, { json: { b: 2 } }]],
    ['one object', '{"a": 1}', [{ json: { a: 1 } }]],
    ['items', '[{"json": {"a": 1}}]', [{ json: { a: 1 } }]],
  ])('%s is pinned', (_what, text, items) => {
    const made = pinnedText(file, 'a', text);
    expect('file' in made ? pinnedItems(made.file, 'A') : made).toEqual(items);
  });

  it.each([
    ['a single quote', "{'a': 1}", /^Use double quotes \("\): JSON knows no single quotes/],
    ['a missing bracket', '[{"a": 1}', /^[A-Z].*\(line 1, column 10\)\.$/],
    ['a fault in the third line', '[\n{\n"a" 1}]', /^[A-Z].*\(line 3, column 5\)\.$/],
  ])('%s is told', (_what, text, message) =>
    expect(pinnedText(file, 'a', text)).toEqual({ reason: 'invalid-json', message: expect.stringMatching(message) as unknown }),
  );

  it('is refused when it is too large', () => {
    const text = JSON.stringify({ a: 'x'.repeat(13 * 1024 * 1024) });
    expect(pinnedText(file, 'a', text)).toEqual({
      reason: 'data-too-large',
      message: expect.stringMatching(/^Output data is too large to pin/) as unknown,
    });
  });

  it('begins with the json of the items, or with an empty one', () => {
    expect(textOfItems([{ json: { a: 1 }, pairedItem: 0 }])).toBe('[\n  {\n    "a": 1\n  }\n]');
    expect(JSON.parse(textOfItems([]))).toEqual([{}]);
  });

  it('pins no lineage, and no files that lie on the server', () => {
    const inline = { data: 'aGk=', mimeType: 'text/plain' };
    const stored = { data: '', id: 'x', mimeType: 'text/plain' };
    expect(itemsToPin([{ json: { a: 1 }, pairedItem: 3, binary: { inline, stored } }])).toEqual({
      items: [{ json: { a: 1 }, binary: { inline } }],
      hasLostFiles: true,
    });
    expect(itemsToPin([{ json: { a: 1 } }])).toEqual({ items: [{ json: { a: 1 } }], hasLostFiles: false });
  });
});
