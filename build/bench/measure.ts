// Measures one workload in a process of its own: `node build/bench/measure.ts NAME [--once]`. Prints one line of JSON.
import { createRunner } from '../../engine/runner.ts';
import type { RunData } from '../../engine/contract/run-data.ts';
import { workloads, type Workload } from './workloads.ts';

export interface Measured {
  readonly name: string;
  /** Median milliseconds of a run without its Code node. */
  readonly engine: number;
  /** Median milliseconds of the Code node. */
  readonly code: number;
  /** Median milliseconds of the bare loop. */
  readonly bare: number;
  /** Highest resident memory of the process, in bytes. */
  readonly peak: number;
}

/** Minimum number of repetitions. Short workloads are repeated for at least a second, so that the engine is warmed up. */
const REPEATS = 11;
const WORK = 1000;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Returns the numbers of node runs and items, to detect a run that did not do its work. */
function summary(runData: RunData): string {
  const runs = Object.values(runData).flat();
  const items = runs.flatMap((run) => run.data?.['main'] ?? []).reduce((count, list) => count + (list?.length ?? 0), 0);
  return `${runs.length} runs, ${items} items`;
}

async function measure(workload: Workload, repeats: number): Promise<Measured> {
  const runner = createRunner();
  const totals: number[] = [];
  const codes: number[] = [];
  const spent = (): number => totals.reduce((sum, time) => sum + time, 0);
  const work = repeats > 1 ? WORK : 0;
  while (totals.length < repeats || spent() < work) {
    globalThis.gc?.();
    let code = 0;
    let codeStart = 0;
    const started = performance.now();
    const { result } = await runner.run({
      workflow: workload.workflow,
      mode: 'cli',
      items: workload.items,
      listener: (event) => {
        if (event.type === 'nodeExecuteBefore' && event.nodeName === 'Code') codeStart = performance.now();
        if (event.type === 'nodeExecuteAfter' && event.nodeName === 'Code') code = performance.now() - codeStart;
      },
    });
    totals.push(performance.now() - started - code);
    codes.push(code);
    const got = summary(result.resultData.runData);
    if (result.status !== 'success' || got !== workload.expected) {
      throw new Error(
        `${workload.name}: ${result.status}, ${got} instead of ${workload.expected}. ${result.resultData.error?.message ?? ''}`,
      );
    }
  }
  await runner.stop();
  const bares = Array.from({ length: totals.length * 3 }, () => {
    globalThis.gc?.();
    const work = workload.bare();
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return {
    name: workload.name,
    engine: median(totals),
    code: median(codes),
    bare: median(bares),
    peak: process.resourceUsage().maxRSS * 1024,
  };
}

if (import.meta.filename === process.argv[1]) {
  const make = workloads[process.argv[2] ?? ''];
  if (make === undefined) throw new Error(`Specify a workload: ${Object.keys(workloads).join(', ')}`);
  console.log(JSON.stringify(await measure(make(), process.argv.includes('--once') ? 1 : REPEATS)));
}
