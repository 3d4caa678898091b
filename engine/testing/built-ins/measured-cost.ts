// Evaluates a call of a built-in repeatedly, and returns its processor time and the share of the budget that it was charged.
import { enter, leave, session } from '../../expression/budget.ts';
import { compileExpression } from '../../expression/index.ts';
import { HOST_MILLISECONDS } from '../../expression/regex/operations.ts';
import { dataMakers } from './sized-data.ts';
import { ran, sampleScope } from '../sample-run.ts';

export interface Cost {
  /** Milliseconds of processor time. */
  readonly time: number;
  /** Charged part of the budget of steps, of memory or of the host's pattern matcher, whichever ends first. 1 if the call was rejected or stopped. */
  readonly share: number;
  /** Charged steps, with memory converted in proportion to the two budgets. */
  readonly steps: number;
  /** What ended the evaluation other than its budget. */
  readonly failure?: string;
}

/** Both budgets of one evaluation. */
const whole = (() => {
  enter(false);
  try {
    return { steps: session.steps, memory: session.memory };
  } finally {
    leave();
  }
})();

/** Returns the fields of `$json` that a call reads, of size `size`. `made`: fields that were made before. */
export function dataFor(call: string, size: number, created: Map<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {};
  for (const [, name = ''] of call.matchAll(/\$json\.(\w+)/g)) {
    if (!created.has(name)) created.set(name, dataMakers[name]?.(size));
    json[name] = created.get(name);
  }
  return json;
}

/** Evaluates the call `count` times in one expression. */
export function measure(call: string, size: number, json: Record<string, unknown>, count = 1): Cost {
  const code = call.replace(/\bN\b/g, String(size));
  const loop = count === 1 ? `${code}; return 0;` : `for (let i = 0; i < ${count}; i++) { ${code}; } return 0;`;
  const expression = compileExpression(`={{ (() => { ${loop} })() }}`);
  const scope = sampleScope({ items: [{ json: json as never }], runData: { Before: [ran([[{ json: { a: 1 } }]])] } });
  const before = process.threadCpuUsage();
  let failure: string | undefined;
  let isStopped = false;
  try {
    if (expression.evaluate(scope) !== 0) failure = 'it throws';
  } catch (error) {
    isStopped = (error as { readonly code?: unknown }).code === 'EXPRESSION_BUDGET';
    if (!isStopped) failure = (error as Error).message;
  }
  const { user, system } = process.threadCpuUsage(before);
  const usedSteps = whole.steps - session.steps;
  const usedMemory = whole.memory - session.memory;
  return {
    time: (user + system) / 1000,
    share: isStopped ? 1 : Math.max(usedSteps / whole.steps, usedMemory / whole.memory, session.hostMilliseconds / HOST_MILLISECONDS),
    steps: usedSteps + (usedMemory * whole.steps) / whole.memory,
    ...(failure === undefined ? {} : { failure }),
  };
}
