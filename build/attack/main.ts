// `npm run test:attack`: attacks the built server over the network and prints the results. Options: --only AREA (part of a name, may be repeated).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { attacks } from './attacks.ts';
import { Tally, type Attack, type Outcome } from './attack.ts';
import { call } from './client.ts';
import { Target } from './target.ts';

/** Timeout of an area in milliseconds. */
const PATIENCE = 120_000;

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
const chosen = attacks.filter(
  ({ area }) => values.only.length === 0 || values.only.some((name) => area.toLowerCase().includes(name.toLowerCase())),
);

const row = (area: string, ...numbers: readonly (number | string)[]): string =>
  `${area.padEnd(44)}${numbers.map((number) => String(number).padStart(9)).join('')}`;

interface AreaOutcome extends Outcome {
  /** Whether the area was aborted: the server was blocked or ended, or the computer was too slow. */
  readonly brokeOff?: boolean;
}

/** Runs one area, and then checks that the server still works. */
async function outcomeOf(attack: Attack, target: Target): Promise<AreaOutcome> {
  const { area } = attack;
  const late = new AbortController();
  const limit = setTimeout(PATIENCE, undefined, { signal: late.signal }).then((): never => {
    throw new Error(`it took longer than ${PATIENCE / 1000} s`);
  });
  try {
    const { tried, failures } = await Promise.race([attack.run(target), limit]);
    const { status } = await call(target.url, { path: '/healthz' });
    if (status === 200 && !target.program.hasEnded) return { tried, failures };
    return { tried, failures: [...failures, { what: 'The server does not work afterwards', reproduce: `--only "${area}"` }] };
  } catch (error) {
    const tally = new Tally();
    tally.check(false, `The attack broke off: ${error instanceof Error ? error.message : String(error)}`, `--only "${area}"`);
    return { tried: tally.tried, failures: tally.failures, brokeOff: true };
  } finally {
    late.abort();
    limit.catch(() => undefined);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'millrace-attack-'));
const startedAt = Date.now();
const total = { tried: 0, failed: 0 };
let target: Target | undefined;
try {
  console.log(row('area', 'tried', 'repelled', 'failed', 'seconds'));
  target = await Target.start(folder);
  for (const attack of chosen) {
    const started = Date.now();
    let outcome = await outcomeOf(attack, target);
    const hasEnded = target.program.hasEnded;
    if (outcome.brokeOff === true || hasEnded) {
      await target.close();
      target = await Target.start(folder);
    }
    // An attack that blocks the server does so again; load on the computer does not.
    if (outcome.brokeOff === true && !hasEnded) {
      console.log(`  ${attack.area}: ${outcome.failures[0]?.what ?? ''}. Trying again with a new server.`);
      outcome = await outcomeOf(attack, target);
    }
    const { tried, failures } = outcome;
    console.log(row(attack.area, tried, tried - failures.length, failures.length, ((Date.now() - started) / 1000).toFixed(1)));
    for (const { what, reproduce } of failures.slice(0, 20)) console.log(`  ✗ ${what}\n    ${reproduce}`);
    total.tried += tried;
    total.failed += failures.length;
  }
  console.log(row('all', total.tried, total.tried - total.failed, total.failed, ((Date.now() - startedAt) / 1000).toFixed(1)));
} finally {
  await target?.close();
  if (total.failed === 0) rmSync(folder, { recursive: true, force: true });
  else console.log(`The data folders are kept in ${folder}.`);
}
process.exit(total.failed === 0 && total.tried > 0 ? 0 : 1);
