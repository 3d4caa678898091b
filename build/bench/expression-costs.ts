// `npm run bench:costs`: measures every built-in of expressions at sizes from 10³ to 10⁷, and fails if one takes 20 times as long as what it is charged.
// Options after `--`: `--only TEXT` selects calls by their text, `--sizes 1e3,1e5` selects sizes.
import { builtInCalls } from '../../engine/testing/built-ins/calls.ts';
import { dataMakers } from '../../engine/testing/built-ins/sized-data.ts';
import { dataFor, measure, type Cost } from '../../engine/testing/built-ins/measured-cost.ts';

/** Factor by which the time of a call may exceed the time of the steps that it is charged. */
const LIMIT = 20;
/** Milliseconds that a measurement takes at least: shorter ones are repeated within one expression. */
const LEAST = 25;
/** Number of measurements of a call that seems to exceed the limit. The fastest counts. */
const REPEATS = 4;
const MOST_CALLS = 200_000;

/** Maximum size of data by the memory that an element takes. */
const large =
  /\$json\.(?:text|other|letters|half|blanks|digits|controls|accents|opens|brackets|images|stars|ticks|tildes|bytes|buffer|json|base64|percents|numbers|zeros)\b/;
const small = /\$json\.(?:dates|intervals|params|wide|big)\b/;
const mostOf = (call: string): number =>
  small.test(call) ? 1e5 : large.test(call) && !/\$json\.(?:records|texts|object|lists|pairs|names)\b/.test(call) ? 1e7 : 1e6;
const isSized = (call: string): boolean =>
  /\bN\b/.test(call) || [...call.matchAll(/\$json\.(\w+)/g)].some(([, name = '']) => (dataMakers[name]?.length ?? 0) > 0);

/** Returns the milliseconds that a whole budget of plain steps takes: calls of a function, in a loop. */
function fullBudget(): number {
  const times = Array.from({ length: 5 }, () => {
    const { time, share } = measure('(() => { let s = 0; const f = (x) => x + 1; for (let i = 0; i < 400000; i++) s = f(s); })()', 0, {});
    return time / share;
  });
  return Math.min(...times.slice(1));
}

/** Measures a call often enough that its time is well above the noise. */
function repeated(call: string, size: number, json: Record<string, unknown>): { readonly cost: Cost; readonly count: number } {
  let count = 1;
  for (;;) {
    const started = performance.now();
    const cost = measure(call, size, json, count);
    const took = performance.now() - started;
    if (cost.failure !== undefined || cost.share === 1 || cost.time >= LEAST || count >= MOST_CALLS) return { cost, count };
    count = Math.min(MOST_CALLS, Math.max(count * 2, Math.ceil((count * LEAST * 1.5) / Math.max(cost.time, took / 4, 0.01))));
  }
}

const option = (name: string): string | undefined =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined;
const requested = option('--only');
const calls = [...new Set(Object.entries(builtInCalls).flatMap(([type, list]) => list.map((call) => `${type}\n${call}`)))].filter(
  (entry) => requested === undefined || entry.includes(requested),
);
const full = fullBudget();
console.log(`A budget of plain steps takes ${full.toFixed(0)} ms here; a built-in may take ${LIMIT} times as long for its charge.`);
const ratios: { readonly ratio: number; readonly text: string }[] = [];
const failures: string[] = [];
let count = 0;
const sizes = (option('--sizes') ?? '1e3,1e4,1e5,1e6,1e7').split(',').map(Number);
for (const size of sizes) {
  const created = new Map<string, unknown>();
  for (const entry of calls) {
    const [, call = ''] = entry.split('\n');
    if (size !== sizes[0] && (!isSized(call) || size > mostOf(call))) continue;
    const json = dataFor(call, size, created);
    const { cost, count: repeats } = repeated(call, size, json);
    count++;
    if (cost.failure !== undefined && size === sizes[0]) failures.push(`${call}: ${cost.failure}`);
    if (cost.failure !== undefined) continue;
    let ratio = cost.time / (cost.share * full);
    for (let turn = 1; turn < REPEATS && ratio > LIMIT / 2; turn++) {
      const again = measure(call, size, json, repeats);
      ratio = Math.min(ratio, again.time / (again.share * full));
    }
    const text = `${ratio.toFixed(1).padStart(7)} × ${String(size).padStart(9)}  ${call}`;
    ratios.push({ ratio, text });
    if (ratio <= LIMIT || cost.time < LEAST / 2) continue;
    failures.push(text);
    console.error(text);
  }
}
console.log(`${count} measurements. The most expensive ones:`);
for (const { text } of ratios.toSorted((left, right) => right.ratio - left.ratio).slice(0, 40)) console.log(text);
if (failures.length > 0) {
  console.error(`Charged too little, or failed:\n${failures.join('\n')}`);
  process.exitCode = 1;
}
