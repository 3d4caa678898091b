// Renaming a node in a whole file, and the names that nodes may have.
import { describe, expect, it } from 'vitest';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { renameNode, renameNodes } from './rename.ts';
import { checkNodeName, isRestrictedName, uniqueName, uniqueNames } from './node-names.ts';

function file(): WorkflowFile {
  const unknownFields = { custom: { Get: 'kept' } };
  return {
    name: 'Orders',
    nodes: [
      { name: 'Get', type: 'n8n-nodes-base.httpRequest', typeVersion: 1, position: [0, 0], parameters: {} },
      {
        name: 'Use',
        type: 'n8n-nodes-base.set',
        typeVersion: 1,
        position: [1, 0],
        parameters: { value: `={{ $('Get').item.json.a + $node.Get.json.b }}` },
      },
      {
        name: 'Code',
        type: 'n8n-nodes-base.code',
        typeVersion: 2,
        position: [2, 0],
        parameters: { jsCode: `return $('Get').all(); // Get` },
      },
      { name: 'Other', type: 'n8n-nodes-base.set', typeVersion: 1, position: [3, 0], parameters: { value: 'Get' } },
    ],
    connections: {
      Get: { main: [[{ node: 'Use', type: 'main', index: 0 }], null] },
      Use: { main: [[{ node: 'Get', type: 'main', index: 0 }]] },
    },
    pinData: { Other: [], Get: [{ json: { a: 1 } }] },
    staticData: { global: { x: 1 }, 'node:Get': { y: 2 } },
    ...unknownFields,
  };
}

describe('renameNode', () => {
  it('renames the node and every reference to it', () => {
    const before = file();
    const { file: after, name } = renameNode(before, 'Get', '  Fetch orders ');
    expect(name).toBe('Fetch orders');
    expect(after).toEqual({
      ...before,
      nodes: [
        { ...before.nodes[0], name: 'Fetch orders' },
        { ...before.nodes[1], parameters: { value: `={{ $('Fetch orders').item.json.a + $node["Fetch orders"].json.b }}` } },
        { ...before.nodes[2], parameters: { jsCode: `return $('Fetch orders').all(); // Get` } },
        before.nodes[3],
      ],
      connections: {
        'Fetch orders': { main: [[{ node: 'Use', type: 'main', index: 0 }], null] },
        Use: { main: [[{ node: 'Fetch orders', type: 'main', index: 0 }]] },
      },
      pinData: { Other: [], 'Fetch orders': [{ json: { a: 1 } }] },
      staticData: { global: { x: 1 }, 'node:Fetch orders': { y: 2 } },
    });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after.nodes[3]).toBe(before.nodes[3]);
    expect(before).toEqual(file());
  });

  it('leaves data of other nodes unchanged', () => {
    const { pinData: _pinData, staticData: _staticData, ...plain } = file();
    const { file: after } = renameNode(plain, 'Other', 'Fourth');
    expect(after).toEqual({ ...plain, nodes: [...plain.nodes.slice(0, 3), { ...plain.nodes[3], name: 'Fourth' }] });
  });

  it('makes a taken name unique, and accepts its own name', () => {
    expect(renameNode(file(), 'Get', 'Use').name).toBe('Use1');
    const before = file();
    expect(renameNode(before, 'Get', ' Get ')).toEqual({ file: before, name: 'Get' });
  });

  it('rejects unknown nodes and restricted names', () => {
    expect(() => renameNode(file(), 'Nobody', 'X')).toThrow('Node with the name "Nobody" could not be found.');
    expect(() => renameNode(file(), 'Get', '  ')).toThrow('Invalid name');
    expect(() => renameNode(file(), 'Get', 'hasOwnProperty')).toThrow('Node name "hasOwnProperty" is a restricted name.');
  });

  it.each(['__proto__', 'constructor', 'toString'])('renames a node away from the name %s', (name) => {
    const text = JSON.stringify(file()).replaceAll('Get', name);
    const { file: after } = renameNode(JSON.parse(text) as WorkflowFile, name, 'Safe');
    expect(JSON.stringify(after)).toBe(
      text
        .replaceAll(name, 'Safe')
        .replace('// Safe', `// ${name}`)
        .replace('"value":"Safe"', `"value":"${name}"`)
        .replace('{"Safe":"kept"}', `{"${name}":"kept"}`),
    );
  });

  it('keeps malformed connections unchanged', () => {
    const odd = { ...file(), connections: { Get: null, Use: { main: 'none' } } } as unknown as WorkflowFile;
    expect(renameNode(odd, 'Get', 'Fetch').file.connections).toEqual({ Fetch: null, Use: { main: 'none' } });
  });
});

describe('renameNodes', () => {
  it('gives the same result as single renames', () => {
    const before = file();
    const names = { Get: 'Fetch orders', Use: 'constructor1', Code: '__proto' };
    const single = Object.entries(names).reduce((now, [from, to]) => renameNode(now, from, to).file, before);
    const after = renameNodes(before, new Map(Object.entries(names)));
    expect(after).toEqual(single);
    expect(after.nodes[3]).toBe(before.nodes[3]);
    expect(before).toEqual(file());
  });

  it('swaps names, and returns the same file if nothing changes', () => {
    const swapped = renameNodes(
      file(),
      new Map([
        ['Get', 'Use'],
        ['Use', 'Get'],
      ]),
    );
    expect(swapped.nodes.map(({ name }) => name)).toEqual(['Use', 'Get', 'Code', 'Other']);
    expect(swapped.nodes[1]?.parameters).toEqual({ value: `={{ $('Use').item.json.a + $node.Use.json.b }}` });
    expect(swapped.connections).toEqual({
      Use: { main: [[{ node: 'Get', type: 'main', index: 0 }], null] },
      Get: { main: [[{ node: 'Use', type: 'main', index: 0 }]] },
    });
    expect(swapped.staticData).toEqual({ global: { x: 1 }, 'node:Use': { y: 2 } });
    const before = file();
    expect(renameNodes(before, new Map([['Get', 'Get']]))).toBe(before);
  });

  it('skips malformed targets of hand-made files', () => {
    const odd = { ...file(), connections: { Use: { main: [{ node: 'Get' }, [null, { node: 'Get' }]] } } } as unknown as WorkflowFile;
    expect(renameNodes(odd, new Map([['Get', 'Fetch']])).connections).toEqual({
      Use: { main: [{ node: 'Fetch' }, [null, { node: 'Fetch' }]] },
    });
  });
});

describe('names', () => {
  it.each([
    ['A', [], 'A'],
    ['A', ['A'], 'A1'],
    ['A', ['A', 'A1', 'A2'], 'A3'],
    ['A1', ['A1'], 'A2'],
    ['A9', ['A9'], 'A1'],
    ['42', ['42'], '421'],
    ['Node 7', ['Node 7', 'Node 1'], 'Node 2'],
  ])('%s beside %j becomes %s', (requested, usedNames, expected) => {
    expect(uniqueName(requested, new Set(usedNames))).toBe(expected);
  });

  it('makes several names unique among themselves, in order', () => {
    const expected = ['A', 'A7', 'A', 'B', 'A2', 'B', 'A', 'C', '4', '4'];
    const usedNames = new Set(['A', 'A3', 'C', 'C1', '4']);
    const used = new Set(usedNames);
    const single = expected.map((name) => {
      const unique = uniqueName(name, used);
      used.add(unique);
      return unique;
    });
    expect(uniqueNames(expected, usedNames)).toEqual(single);
    expect(uniqueNames(['A', 'A', 'B'], ['B'])).toEqual(['A', 'A1', 'B1']);
  });

  it('restricts names of inherited properties in any case', () => {
    expect(['__proto__', 'CONSTRUCTOR', 'tostring', 'myToString'].map(isRestrictedName)).toEqual([true, true, true, false]);
    expect(checkNodeName(' fine ')).toBe('fine');
  });
});
