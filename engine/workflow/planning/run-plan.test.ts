// The preview of a run matches what the engine runs.
import { describe, expect, it } from 'vitest';
import type { RunData } from '../../contract/run-data.ts';
import type { WorkflowFile } from '../../contract/workflow.ts';
import { compileWorkflow } from '../../execution/compiled-workflow.ts';
import { Executor } from '../../execution/index.ts';
import { planPartialRun } from '../../execution/partial-run.ts';
import { buildWorkflow, type NodeSketch, chain, looped, merged, noOp, trigger, twoTriggers } from '../../testing/build-workflow.ts';
import { fakePorts } from '../../testing/fake-ports.ts';
import { WorkflowGraph } from '../graph/graph.ts';
import { hasEarlierResults, planRun, type RunQuestion } from './run-plan.ts';

const ports = fakePorts();
const nothing: NodeSketch = {
  type: 'filter',
  typeVersion: 2,
  parameters: { conditions: { options: {}, conditions: [], combinator: 'or' } },
};
const dry = buildWorkflow({ T: trigger, F: nothing, A: noOp, M: { type: 'merge' }, End: noOp }, [
  'T -> F',
  'F -> A',
  'A -> M:0',
  'T -> M:1',
  'M -> End',
]);
const odd = buildWorkflow({ constructor: trigger, __proto__x: noOp, toString: noOp }, [
  'constructor -> __proto__x',
  '__proto__x -> toString',
]);
const switchedOff = buildWorkflow({ T: trigger, A: { ...noOp, disabled: true }, B: noOp }, ['T -> A', 'A -> B']);

const workflows: readonly (readonly [string, WorkflowFile])[] = Object.entries({
  chain,
  merged,
  looped,
  twoTriggers,
  dry,
  odd,
  switchedOff,
});

const items = [{ json: { n: 1 } }];
const fullRun = async (workflow: WorkflowFile): Promise<RunData> =>
  (await new Executor(ports).start({ workflow, mode: 'manual', items }).done).result.resultData.runData;
const pinsOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, items]));
const without = (runData: RunData, ...names: readonly string[]): RunData =>
  Object.fromEntries(Object.entries(runData).filter(([name]) => !names.includes(name)));

function plan(workflow: WorkflowFile, question: Partial<RunQuestion>): { start?: string; runs: readonly string[]; gives: unknown } {
  const planned = planRun(new WorkflowGraph(workflow), ports.nodes, { runData: {}, dirtyNodes: [], pins: {}, ...question });
  return { ...planned, gives: Object.fromEntries(planned.gives) };
}

describe('the plan of a run', () => {
  it.each<[string, WorkflowFile, readonly string[], Partial<RunQuestion>, unknown]>([
    ['all below the start', chain, [], {}, { start: 'T', runs: ['T', 'A', 'B', 'C', 'Side'], gives: {} }],
    [
      'all that leads to a node',
      chain,
      ['T', 'A', 'B', 'C', 'Side'],
      { destination: 'B' },
      { start: 'T', runs: ['T', 'A', 'B'], gives: {} },
    ],
    ['one node, with the results of the previous one', chain, [], { destination: 'C' }, { runs: ['C'], gives: { B: 'run' } }],
    [
      'a changed node and those below it',
      chain,
      [],
      { destination: 'C', dirtyNodes: ['A'] },
      { runs: ['A', 'B', 'C'], gives: { T: 'run' } },
    ],
    ['both branches of a merge', merged, [], { destination: 'M', dirtyNodes: ['B'] }, { runs: ['B', 'M'], gives: { T: 'run', A: 'run' } }],
    [
      'what is pinned, and nothing above it',
      chain,
      ['T', 'A', 'B'],
      { destination: 'C', pins: pinsOf(['A']) },
      { runs: ['B', 'C'], gives: { A: 'pin' } },
    ],
    ['pinned and reused', chain, [], { destination: 'C', pins: pinsOf(['B']) }, { runs: ['C'], gives: { B: 'pin' } }],
    [
      'a pinned start',
      chain,
      ['T', 'A', 'B', 'C', 'Side'],
      { destination: 'A', pins: pinsOf(['T']) },
      { start: 'T', runs: ['A'], gives: { T: 'pin' } },
    ],
    ['no disabled node', switchedOff, ['T', 'A', 'B'], { destination: 'B' }, { start: 'T', runs: ['T', 'B'], gives: {} }],
    ['nothing for a missing node', chain, [], { destination: 'Nobody' }, { runs: [], gives: {} }],
  ])('%s', async (_name, workflow, missing, question, expected) => {
    const runData = without(await fullRun(workflow), ...missing);
    expect(plan(workflow, { runData, ...question })).toEqual(expected);
  });

  it.each(workflows)('equals the engine’s plan: %s', async (_name, workflow) => {
    const whole = await fullRun(workflow);
    const names = workflow.nodes.map(({ name }) => name);
    const graph = new WorkflowGraph(workflow);
    const compiled = await compileWorkflow(workflow, ports.nodes);
    const off = new Set(workflow.nodes.filter(({ disabled }) => disabled === true).map(({ name }) => name));
    const one = [undefined, ...names];
    let compared = 0;
    for (const destination of names) {
      for (const missing of one) {
        for (const dirty of one) {
          for (const pin of one.filter((name) => name !== destination)) {
            const runData = missing === undefined ? whole : without(whole, missing);
            const question = {
              destination,
              runData,
              dirtyNodes: dirty === undefined ? [] : [dirty],
              pins: pinsOf(pin === undefined ? [] : [pin]),
            };
            if (!hasEarlierResults(graph, question)) continue;
            const engine = planPartialRun(compiled, { ...question, pinData: question.pins });
            const message = planRun(graph, ports.nodes, question);
            const expected = [...engine.willRun].filter((name) => !off.has(name) && name !== pin);
            expect([...message.runs].sort(), JSON.stringify({ destination, missing, dirty, pin })).toEqual(expected.sort());
            for (const [name, from] of message.gives) {
              if (from === 'run') expect(Object.keys(engine.runData)).toContain(name);
              else expect(name).toBe(pin);
            }
            compared += 1;
          }
        }
      }
    }
    expect(compared).toBeGreaterThan(10);
  });

  it.each(workflows)('contains all nodes that run: %s', async (_name, workflow) => {
    for (const destination of [undefined, ...workflow.nodes.map(({ name }) => name)]) {
      const { result } = await new Executor(ports).start({ workflow, mode: 'manual', items, destination }).done;
      const message = plan(workflow, destination === undefined ? {} : { destination });
      const off = workflow.nodes.filter(({ disabled }) => disabled === true).map(({ name }) => name);
      expect([...message.runs, ...off], String(destination)).toEqual(expect.arrayContaining(Object.keys(result.resultData.runData)));
    }
  });
});
