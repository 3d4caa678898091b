// Every built-in of expressions returns, whatever its arguments: negative, huge, infinite, NaN. Calls run in a thread that can be terminated.
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { globalNames } from './builtins/globals.ts';
import { functionNames } from './methods/functions.ts';
import { compileExpression } from './index.ts';
import { membersOf } from './members.ts';
import { sampleScope } from '../testing/sample-run.ts';

/** Milliseconds after which a call counts as endless; generous for slow machines. */
const PATIENCE = 60_000;
/** Number of calls per function. */
const CALLS = 60;

const receivers = [
  '"a1 b2, ".repeat(50)',
  '(12345.678)',
  '(-0)',
  '(NaN)',
  '(1e308)',
  '(12345678901234567890n)',
  'true',
  '[3, 1, "b", [2, [4]], null, { a: 1 }]',
  '({ a: 1, b: { c: [1, 2] } })',
  'new Date(8.64e15)',
  'new Date(NaN)',
  'DateTime.fromISO("2024-05-30T10:15:30")',
  'DateTime.fromMillis(8.64e15)',
  'DateTime.fromMillis(-8.64e15)',
  'Duration.fromObject({ years: 1e9, milliseconds: -1e15 })',
  'Duration.fromObject({ hours: -5, minutes: 90 })',
  'Interval.fromISO("1970-01-01/2070-01-01")',
  'Interval.fromDateTimes(DateTime.fromMillis(-8.64e15), DateTime.fromMillis(8.64e15))',
  'new Map([[1, 2]])',
  'new Set([1, 2])',
  'new Uint8Array(64)',
  'new BigInt64Array(4)',
  'new ArrayBuffer(64)',
  'new DataView(new ArrayBuffer(64))',
  '/a+b?/g',
  'new URL("https://example.com/a?b=c")',
  'new URLSearchParams("a=b&c=d")',
  'new Intl.NumberFormat("en")',
  'new Intl.DateTimeFormat("en")',
  'new Error("x")',
  '$now',
  '$input',
  'Math',
  'JSON',
  'Intl',
  'Object',
];

const values = [
  '-1',
  '0',
  '-0',
  '1',
  '0.5',
  '-1e9',
  '1e9',
  '4294967296',
  '9007199254740993',
  '1e21',
  '1e308',
  '5e-324',
  'NaN',
  'Infinity',
  '-Infinity',
  '-1n',
  '10n ** 40n',
  '""',
  '"day"',
  '"years"',
  '"milliseconds"',
  '"en"',
  '"x".repeat(1e5)',
  '"$&$`".repeat(1e4)',
  '"2024-05-30"',
  '"-P1D"',
  '{ years: 1e9 }',
  '{ months: -1 }',
  '{ milliseconds: 5e-324 }',
  '{ days: NaN }',
  '{ seconds: Infinity }',
  '{ length: 1e15 }',
  '{ length: -1 }',
  '{ milliseconds: -1 }',
  '{ minimumFractionDigits: 1e9 }',
  '["years", "milliseconds"]',
  '[]',
  // A list of 100,000 ones; building it in each expression would take longer than the calls, and part of their budget.
  '$json.ones',
  'null',
  'undefined',
  'true',
  '(x) => x',
  '() => -1',
  '() => NaN',
  '/(a|a)*b/g',
  'DateTime.fromMillis(-8.64e15)',
  'Duration.fromMillis(-1)',
  'new Date(-8.64e15)',
  '"@"',
];

const argument = fc.constantFrom(...values);
const argumentLists = fc.array(argument, { maxLength: 4 });

/** Uses a fiftieth of the budget: work that is charged also ends with the full budget. */
const thread = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { codes, folder, at } = workerData;
  const place = new Int32Array(at);
  const run = { items: [{ json: { ones: Array(1e5).fill(1) } }] };
  Promise.all([import(folder + '../testing/sample-run.ts'), import(folder + 'budget.ts')]).then(([{ evaluate }, { enter, leave, session }]) => {
    for (const [index, code] of codes.entries()) {
      Atomics.store(place, 0, index);
      enter(true);
      session.steps /= 50;
      session.memory /= 50;
      try { evaluate(code, run); } catch {} finally { leave(); }
    }
    parentPort.postMessage('done');
  });
`;

/** Returns the first call that did not return; undefined if all did. */
async function endless(codes: readonly string[]): Promise<string | undefined> {
  const at = new SharedArrayBuffer(4);
  const folder = new URL('./', import.meta.url).href;
  const worker = new Worker(thread, {
    eval: true,
    execArgv: [],
    workerData: { codes, folder, at },
    resourceLimits: { maxOldGenerationSizeMb: 2048 },
  });
  const position = new Int32Array(at);
  const current = (): string | undefined => codes[Atomics.load(position, 0)];
  return new Promise((resolve) => {
    let before = -1;
    const look = setInterval(() => {
      const now = Atomics.load(position, 0);
      if (now === before) end(current());
      before = now;
    }, PATIENCE);
    const end = (code?: string): void => {
      clearInterval(look);
      resolve(code);
      void worker.terminate();
    };
    worker.on('message', () => end());
    worker.on('error', (error) => end(`${current()} (${error.message})`));
  });
}

function callables(): readonly string[] {
  const scope = sampleScope();
  const ofReceivers = receivers.flatMap((receiver) =>
    membersOf(compileExpression(`={{ ${receiver} }}`).read(scope))
      .filter(({ kind }) => kind !== 'field')
      .map(({ name }) => `(${receiver}).${name}`),
  );
  const globals = [...globalNames].filter(([, value]) => typeof value === 'function').map(([name]) => name);
  const ofGlobals = globals.flatMap((name) => [
    name,
    `new ${name}`,
    ...membersOf(globalNames.get(name)).map((member) => `${name}.${member.name}`),
  ]);
  return [...new Set([...ofReceivers, ...ofGlobals, ...functionNames.keys(), '$jmespath'])];
}

it('no built-in hangs, whatever its arguments', { timeout: 600_000 }, async () => {
  const functions = callables();
  expect(functions.length).toBeGreaterThan(800);
  const lists = fc.sample(argumentLists, { seed: 7, numRuns: functions.length * CALLS });
  const codes = functions.flatMap((name, index) =>
    lists.slice(index * CALLS, (index + 1) * CALLS).map((args) => `${name}(${args.join(', ')})`),
  );
  // Short argument lists are drawn several times.
  expect(await endless([...new Set(codes)])).toBeUndefined();
});
