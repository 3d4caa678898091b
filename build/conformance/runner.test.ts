// The conformance runner itself: a corpus of one case of each kind passes, and every altered expectation is detected.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { buildWorkflow } from '../../engine/testing/build-workflow.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-corpus-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Expectations {
  readonly pinned: unknown;
  readonly order: readonly string[];
  readonly unit: unknown;
  readonly pair: unknown;
  readonly fact: unknown;
}

const right: Expectations = { pinned: { n: 1, done: true }, order: ['Start', 'End'], unit: 2, pair: 42, fact: { $undefined: true } };

function corpus(name: string, expected: Expectations): string {
  const caseFolder = join(folder, name);
  mkdirSync(join(caseFolder, 'Set'), { recursive: true });
  const write = (file: string, content: unknown): void => writeFileSync(join(caseFolder, file), JSON.stringify(content));
  const fields = {
    assignments: { assignments: [{ id: '1', name: 'done', value: true, type: 'boolean' }] },
    includeOtherFields: true,
    options: {},
  };
  const workflow = buildWorkflow(
    {
      Start: { type: 'manualTrigger', typeVersion: 1 },
      Source: { type: 'n8n-nodes-testing.testData', typeVersion: 1, parameters: { data: [{ n: 1 }] } },
      Set: { type: 'set', typeVersion: 3.4, parameters: fields },
    },
    ['Start -> Source', 'Source -> Set'],
    { pinData: { Set: [{ json: expected.pinned }] } },
  );
  const ordered = buildWorkflow({ Start: { type: 'manualTrigger', typeVersion: 1 }, End: { type: 'noOp', typeVersion: 1 } }, [
    'Start -> End',
  ]);
  write('Set/pinned.workflow.json', workflow);
  write('Set/ordered.workflow.json', ordered);
  write('Set/ordered.expect.json', { cases: [{ expected: { nodeExecutionOrder: expected.order, nodeData: {} } }] });
  write('index.json', [
    { id: 'Set/pinned', node: 'Set', file: 'Set/pinned.workflow.json' },
    { id: 'Set/ordered', node: 'Set', file: 'Set/ordered.workflow.json' },
  ]);
  const unit = {
    id: 'u1',
    class: 'append',
    type: 'n8n-nodes-base.merge',
    typeVersion: 3,
    parameters: {},
    inputs: [[{ json: { a: 1 } }], [{ json: { a: 2 } }]],
  };
  // oxlint-disable-next-line unicorn/no-thenable -- the field's name is the corpus's own
  write('unit-cases-own.json', { cases: [{ ...unit, then: '[0].length', matcher: 'toEqual', expected: expected.unit }] });
  const pair = {
    id: 'e1',
    source: 'own',
    test: 'own',
    level: 'engine',
    expression: '={{ $json.n * 2 }}',
    items: [{ n: 21 }],
    timezone: 'UTC',
  };
  write('expressions-own.json', { meta: {}, contexts: {}, pairs: [{ ...pair, matcher: 'toEqual', expected: expected.pair }] });
  write('facts-own.json', {
    facts: [{ id: 'f1', test: 'own', fn: 'getAllowedDomains', args: [{ $exec: {} }, {}], matcher: 'toEqual', expected: expected.fact }],
  });
  return caseFolder;
}

function run(caseFolder: string): { readonly code: number | null; readonly last: string; readonly text: string } {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), caseFolder], { encoding: 'utf8' });
  return { code: status, last: stdout.trimEnd().split('\n').at(-1) ?? '', text: stdout };
}

describe('the conformance runner', () => {
  it('passes correct cases, and prints the totals last', () => {
    const { code, last, text } = run(corpus('right', right));
    expect([code, last, text]).toEqual([0, '5 passed, 0 failed', text]);
  });

  it.each<[string, Partial<Expectations>]>([
    ['pinned data', { pinned: { n: 1, done: false } }],
    ['a missing key', { pinned: { n: 1, done: true, more: null } }],
    ['an order of nodes', { order: ['End', 'Start'] }],
    ['a unit case', { unit: 3 }],
    ['an expression', { pair: '42' }],
    ['a fact', { fact: 'all' }],
  ])('fails when %s is altered', (name, altered) => {
    const { code, last } = run(corpus(name, { ...right, ...altered }));
    expect([code, last]).toEqual([1, '4 passed, 1 failed']);
  });

  it('fails a case of a node that is not built, and a folder without cases', () => {
    const corpusFolder = corpus('unbuilt', right);
    writeFileSync(
      join(corpusFolder, 'Set/ordered.workflow.json'),
      JSON.stringify(
        buildWorkflow({ Start: { type: 'manualTrigger', typeVersion: 1 }, End: { type: 'notBuilt', typeVersion: 1 } }, ['Start -> End']),
      ),
    );
    expect(run(corpusFolder)).toMatchObject({ code: 1, last: '4 passed, 1 failed' });
    expect(run(join(folder, 'nowhere'))).toMatchObject({ code: 1, last: '0 passed, 0 failed' });
  });
});
