// References from extracted nodes to other nodes become fields of the new start node.
import { describe, expect, it } from 'vitest';
import { extractReferences } from './extract-references.ts';

/** Extracts node B with one expression; A, C and E F are not extracted. */
function extract(code: string, inputNodes: string[] = []): { text: unknown; variables: Record<string, string> } {
  const { nodes, variables } = extractReferences(
    [{ name: 'B', parameters: { p: `={{ ${code} }}` } }],
    ['A', 'B', 'C', 'E F'],
    'Start',
    inputNodes,
  );
  const text = String(nodes[0]?.parameters['p']);
  return { text: text.slice(4, -3), variables: Object.fromEntries(variables) };
}

describe('extractReferences', () => {
  it.each<[code: string, text: string, variables: Record<string, string>]>([
    [`$('A').item.json.name`, `$('Start').item.json.name`, { name: `$('A').item.json.name` }],
    [`$("A").item.json.a.b_c.d`, `$('Start').item.json.a_b_c_d`, { a_b_c_d: `$("A").item.json.a.b_c.d` }],
    [`$('A').item.json.name.toUpperCase()`, `$('Start').item.json.name.toUpperCase()`, { name: `$('A').item.json.name` }],
    [`$('A').item.json.a["x y"][0]`, `$('Start').item.json.a["x y"][0]`, { a: `$('A').item.json.a` }],
    [`$('A').item.json`, `$('Start').item.json.A_json`, { A_json: `$('A').item.json` }],
    [`$('A').item.json["x y"]`, `$('Start').item.json.A_json["x y"]`, { A_json: `$('A').item.json` }],
    [`$('A').first().json.id`, `$('Start').first().json.id_firstItem`, { id_firstItem: `$('A').first().json.id` }],
    [`$('A').last().json.id`, `$('Start').last().json.id_lastItem`, { id_lastItem: `$('A').last().json.id` }],
    [`$('A').all().length`, `$('Start').first().json.A_allItems.length`, { A_allItems: `$('A').all()` }],
    [`$('E F').first().toJsonObject()`, `$('Start').first().json.E_F_firstItem.toJsonObject()`, { E_F_firstItem: `$('E F').first()` }],
    [
      `$('A').itemMatching(3).json.id`,
      `$('Start').itemMatching(3).json.id_itemMatching_3`,
      { id_itemMatching_3: `$('A').itemMatching(3).json.id` },
    ],
    [`$('A').pairedItem(0).json.id`, `$('Start').pairedItem(0).json.id_pairedItem_0`, { id_pairedItem_0: `$('A').pairedItem(0).json.id` }],
    [`$('A').isExecuted ? 1 : 2`, `$('Start').first().json.A_isExecuted ? 1 : 2`, { A_isExecuted: `$('A').isExecuted` }],
    [`f($('A').params["x"])`, `f($('Start').first().json.A_params["x"])`, { A_params: `$('A').params` }],
    [`$node["A"].json.id`, `$('Start').item.json.id`, { id: `$node["A"].json.id` }],
    [`$items('A', 0, f(1))[0].json.id`, `$('Start').item.json.A[0].json.id`, { A: `$items('A', 0, f(1))` }],
    [
      `$items('A', 0, 1) + $items('A', 1)`,
      `$('Start').item.json.A + $('Start').item.json.A_A`,
      { A: `$items('A', 0, 1)`, A_A: `$items('A', 1)` },
    ],
    [`$node.A.json.id`, `$('Start').item.json.id`, { id: `$node.A.json.id` }],
    [`$('A').item.json.x + $('A').item.json.x`, `$('Start').item.json.x + $('Start').item.json.x`, { x: `$('A').item.json.x` }],
    [
      `$('A').item.json.x + $('C').item.json.x`,
      `$('Start').item.json.x + $('Start').item.json.C_x`,
      { x: `$('A').item.json.x`, C_x: `$('C').item.json.x` },
    ],
    [
      `$('A').item.json.a.b + $('A').item.json.a_b + $('A').item.json.A_a_b`,
      `$('Start').item.json.a_b + $('Start').item.json.A_a_b + $('Start').item.json.A_A_a_b`,
      { a_b: `$('A').item.json.a.b`, A_a_b: `$('A').item.json.a_b`, A_A_a_b: `$('A').item.json.A_a_b` },
    ],
    [`$('B').item.json.own`, `$('B').item.json.own`, {}],
    [`$('Nobody').item.json.x`, `$('Nobody').item.json.x`, {}],
    [`$("A) `, `$("A) `, {}],
    [`$json.a.b`, `$json.a.b`, {}],
  ])('%s', (code, text, variables) => {
    expect(extract(code)).toEqual({ text, variables });
  });

  it('replaces $json in nodes that the start node feeds', () => {
    expect(extract(`$json.a.b["c"] + $json["d"] + $json + x.$json.a`, ['B'])).toEqual({
      text: `$json.a_b["c"] + $json["d"] + $json + x.$json.a`,
      variables: { a_b: '$json.a.b' },
    });
  });

  it('appends a number if both the name and the prefixed name are taken', () => {
    const { text, variables } = extract(`$json.a.b + $json.a_b + $json.a.b`, ['B']);
    expect(text).toBe('$json.a_b + $json.a_b_1 + $json.a_b');
    expect(variables).toEqual({ a_b: '$json.a.b', a_b_1: '$json.a_b' });
  });

  it('counts up to the first free number', () => {
    expect(extract(`$json.a.b.c + $json.a_b.c + $json.a.b_c`, ['B']).text).toBe('$json.a_b_c + $json.a_b_c_1 + $json.a_b_c_2');
  });

  it('reads code nodes and nested parameters, and leaves the rest unchanged', () => {
    const code = {
      name: 'B',
      type: 'n8n-nodes-base.code',
      position: [1, 2],
      parameters: { jsCode: `return $('A').first().json.id;`, other: [`={{ $('A').item.json.n }}`, 5, true], note: `$('A')` },
    };
    const { nodes } = extractReferences([code], ['A', 'B'], `It's`);
    expect(nodes).toEqual([
      {
        ...code,
        parameters: {
          jsCode: `return $('It\\'s').first().json.id_firstItem;`,
          other: [`={{ $('It\\'s').item.json.n }}`, 5, true],
          note: `$('A')`,
        },
      },
    ]);
  });

  it('rejects selections with conflicting or unknown names', () => {
    expect(() => extractReferences([{ name: 'Start', parameters: {} }], ['Start'], 'Start')).toThrow('Rename it first');
    expect(() => extractReferences([{ name: 'B', parameters: {} }], ['A'], 'Start')).toThrow('not part of the workflow');
  });
});
