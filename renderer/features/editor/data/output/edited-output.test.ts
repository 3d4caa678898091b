import { describe, expect, it } from 'vitest';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../../engine/contract/workflow.ts';
import { bytesOfStored, itemsToPin, pinned, storedFiles } from '../../document/pinned.ts';
import { editedOutput, textOfItems } from './edited-output.ts';

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
    expect(editedOutput(text, [])).toEqual({ items, droppedFiles: 0 });
  });

  it.each([
    ['a single quote', "{'a': 1}", /^Use double quotes \("\): JSON does not allow single quotes/],
    ['a missing bracket', '[{"a": 1}', /^[A-Z].*\(line 1, column 10\)\.$/],
    ['a fault in the third line', '[\n{\n"a" 1}]', /^[A-Z].*\(line 3, column 5\)\.$/],
  ])('%s is reported', (_what, text, message) =>
    expect(editedOutput(text, [])).toEqual({ reason: 'invalid-json', message: expect.stringMatching(message) as unknown }),
  );

  it('is rejected if it is too large', () => {
    const items = [{ json: { a: 'x'.repeat(13 * 1024 * 1024) } }];
    expect(pinned(file, 'a', () => items)).toEqual({
      reason: 'data-too-large',
      message: expect.stringMatching(/^Output data is too large to pin/) as unknown,
    });
  });

  describe('keeps files', () => {
    const files = (name: string): Item['binary'] => ({ [name]: { data: 'aGk=', mimeType: 'text/plain' } });
    const former: readonly Item[] = [
      { json: { a: 1 }, binary: files('one') },
      { json: { a: 2 }, binary: files('two') },
      { json: { a: 2 }, binary: files('three') },
      { json: { a: 4 } },
    ];
    it.each([
      ['of unchanged items', [{ a: 1 }, { a: 2 }, { a: 2 }, { a: 4 }], ['one', 'two', 'three', ''], 0],
      ['of changed items, in place', [{ a: 9 }, { a: 2 }, { a: 8 }, { a: 7 }], ['one', 'two', 'three', ''], 0],
      ['of moved items', [{ a: 4 }, { a: 2 }, { a: 1 }], ['', 'two', 'one'], 1],
      ['of no new or removed items', [{ a: 1 }, { a: 9 }], ['one', ''], 2],
    ])('%s', (_what, written, names, droppedFiles) => {
      const edited = editedOutput(JSON.stringify(written), former);
      expect('items' in edited ? edited.items.map(({ binary }) => Object.keys(binary ?? {}).join()) : edited).toEqual(names);
      expect(edited).toMatchObject({ droppedFiles });
    });
    it('that are part of the edited text', () => {
      const written = [{ json: { a: 1 }, binary: files('mine') }];
      expect(editedOutput(JSON.stringify(written), former.slice(0, 1))).toEqual({ items: written, droppedFiles: 0 });
    });
  });

  it('starts with the json of the items, or with an empty item', () => {
    expect(textOfItems([{ json: { a: 1 }, pairedItem: 0 }])).toBe('[\n  {\n    "a": 1\n  }\n]');
    expect(JSON.parse(textOfItems([]))).toEqual([{}]);
  });

  it('pins no lineage, and files with their content', () => {
    const inline = { data: 'aGk=', mimeType: 'text/plain' };
    const stored = { data: 'filesystem', id: 'x', directory: '/tmp', mimeType: 'text/plain', bytes: 4 };
    const items: readonly Item[] = [
      { json: { a: 1 }, pairedItem: 3, binary: { inline, stored } },
      { json: { a: 2 }, binary: { stored } },
      { json: {} },
    ];
    expect(storedFiles(items)).toEqual(['x']);
    expect(bytesOfStored(items)).toBe(16);
    const file = { data: 'AAECAw==', mimeType: 'text/plain', bytes: 4 };
    expect(itemsToPin(items, new Map([['x', file.data]]))).toEqual([
      { json: { a: 1 }, binary: { inline, stored: file } },
      { json: { a: 2 }, binary: { stored: file } },
      { json: {} },
    ]);
  });
});
