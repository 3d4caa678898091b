// Triggers for tests: the real executor, a clock that the test controls, and a store and ports that record calls.
import { setImmediate } from 'node:timers/promises';
import type { JsonObject } from '../contract/json.ts';
import type { ItemList } from '../contract/run-data.ts';
import type { WorkflowFile, WorkflowSettings } from '../contract/workflow.ts';
import { Executor } from '../execution/index.ts';
import { defineNode, type NodeDefinition, type NodeVersion, type ScheduleTime } from '../sdk/index.ts';
import { buildWorkflow, type NodeSketch } from './build-workflow.ts';
import { portsWith } from './test-nodes.ts';
import type { Firing, ScheduleRow, ScheduleStore, TriggerClock, TriggerPorts } from '../triggers/ports.ts';
import { Triggers } from '../triggers/triggers.ts';

/** A clock that only the test advances. Like a computer's, its timers do not count time asleep. */
export class TurnedClock implements TriggerClock {
  #wall: number;
  #awake = 0;
  readonly #timers = new Set<{ readonly due: number; readonly callback: () => void }>();
  /** Called after timers have run. */
  settle: () => Promise<void> = async () => undefined;
  /** Number of timers requested so far. */
  requestCount = 0;

  constructor(start: string | number) {
    this.#wall = new Date(start).getTime();
  }

  now(): number {
    return this.#wall;
  }

  elapsed(): number {
    return this.#awake;
  }

  at(time: number, callback: () => void): () => void {
    const timer = { due: this.#awake + Math.max(0, time - this.#wall), callback };
    this.#timers.add(timer);
    this.requestCount++;
    return () => this.#timers.delete(timer);
  }

  get timers(): number {
    return this.#timers.size;
  }

  /** Advances the time; everything that is due happens in order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#awake + milliseconds;
    for (;;) {
      const next = [...this.#timers].sort((a, b) => a.due - b.due)[0];
      if (next === undefined || next.due > end) break;
      this.#pass(next.due - this.#awake);
      this.#timers.delete(next);
      next.callback();
      await this.settle();
    }
    this.#pass(end - this.#awake);
    await this.settle();
  }

  /** Like `advance`, until the clock shows this time. */
  async advanceTo(time: string): Promise<void> {
    await this.advance(new Date(time).getTime() - this.#wall);
  }

  /** Simulates sleep or a clock change, which timers do not notice. */
  set(time: string | number): void {
    this.#wall = new Date(time).getTime();
  }

  #pass(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#awake += milliseconds;
  }
}

/** Next runs in memory, copied on reading and writing as in a database. */
export class RememberedSchedules implements ScheduleStore {
  readonly rows = new Map<string, readonly ScheduleRow[]>();
  saves = 0;
  savedRows = 0;

  async load(workflowId: string): Promise<readonly ScheduleRow[]> {
    return structuredClone(this.rows.get(workflowId) ?? []);
  }

  async save(workflowId: string, rows: readonly ScheduleRow[]): Promise<void> {
    this.saves++;
    this.rows.set(workflowId, structuredClone(rows));
  }

  async saveRow(workflowId: string, row: ScheduleRow): Promise<void> {
    this.savedRows++;
    const otherRows = (this.rows.get(workflowId) ?? []).filter(({ nodeId, rule }) => nodeId !== row.nodeId || rule !== row.rule);
    this.rows.set(workflowId, [...otherRows, structuredClone(row)]);
  }

  async remove(workflowId: string): Promise<void> {
    this.rows.delete(workflowId);
  }
}

export interface Fired extends Firing {
  readonly workflow: string;
  readonly node: string;
  readonly items: readonly ItemList[];
}

export interface Harness {
  readonly clock: TurnedClock;
  readonly store: RememberedSchedules;
  readonly fired: Fired[];
  readonly errors: { readonly node: string; readonly error: Error }[];
  readonly logged: string[];
  readonly staticData: Map<string, JsonObject>;
  triggers: Triggers;
  /** Simulates a restart of the process with the stored data; afterwards no workflow is active. */
  readonly restart: () => void;
  /** Times at which runs were due, as shortened ISO texts. */
  readonly times: () => string[];
}

export function harness(start: string | number, nodes: readonly NodeDefinition[] = [], input: Partial<TriggerPorts> = {}): Harness {
  const clock = new TurnedClock(start);
  const store = new RememberedSchedules();
  const executor = new Executor(
    portsWith([scheduledNode, ...nodes], {
      clock: { now: () => clock.now(), sleep: () => new Promise(() => undefined) },
    }),
  );
  const seen = { fired: [] as Fired[], errors: [] as Harness['errors'], logged: [] as string[], staticData: new Map<string, JsonObject>() };
  const silent = (): void => undefined;
  const ports: TriggerPorts = {
    detachedNode: (...request) => executor.detachedNode(...request),
    clock,
    random: () => 0,
    logger: { debug: silent, info: silent, warn: silent, error: (message) => seen.logged.push(message) },
    store,
    storeFailure: () => undefined,
    onPaused: silent,
    onFire: async ({ file: { name = '' } }, node, items, firing) => {
      seen.fired.push({ workflow: name, node, items, ...firing });
    },
    onError: (_workflow, node, error) => seen.errors.push({ node, error: error as Error }),
    onFailedRun: silent,
    onStaticData: async (id, data) => {
      seen.staticData.set(id, structuredClone(data));
    },
    ...input,
  };
  const harness: Harness = {
    clock,
    store,
    ...seen,
    triggers: new Triggers(ports),
    restart: () => {
      harness.triggers.stop().catch(silent);
      harness.triggers = new Triggers(ports);
    },
    times: () => seen.fired.map(({ at, missed }) => `${new Date(at).toISOString().replace('.000Z', 'Z')}${missed ? ' missed' : ''}`),
  };
  clock.settle = async () => {
    await setImmediate();
    await harness.triggers.idle();
  };
  return harness;
}

const base: NodeVersion['description'] = {
  displayName: 'Test',
  description: 'Test',
  version: 1,
  group: ['trigger'],
  defaults: { name: 'Test' },
  inputs: [],
  outputs: ['main'],
  properties: [{ displayName: 'Times', name: 'times', type: 'json', default: [] }],
};

/** Returns a trigger type `test.<name>`. */
export function triggerNode(
  name: string,
  code: Pick<NodeVersion, 'schedule' | 'poll' | 'trigger'>,
  properties: NodeVersion['description']['properties'] = base.properties,
): NodeDefinition {
  return defineNode({ type: `test.${name}`, icon: 'none', versions: [{ description: { ...base, properties }, ...code }] });
}

/** A node that fires at the times in its parameter. */
const scheduledNode = triggerNode('scheduled', {
  schedule: {
    times: (ctx) => ctx.param<readonly ScheduleTime[]>('times'),
    items: (_ctx, at) => [[{ json: { at } }]],
  },
});

/** A workflow with one scheduled node, `Clock`. */
export function scheduledWorkflow(
  times: readonly ScheduleTime[],
  {
    timezone = 'UTC',
    id = 'w',
    name = 'W',
    nodes = {},
  }: WorkflowSettings & { id?: string; name?: string; nodes?: Record<string, NodeSketch> } = {},
): WorkflowFile {
  return buildWorkflow({ Clock: { type: 'test.scheduled', parameters: { times } }, ...nodes }, [], { id, name, settings: { timezone } });
}
