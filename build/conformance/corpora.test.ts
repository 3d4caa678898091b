// The corpora beside the project (../shared), if present: every case passes except those explained in docs/conformance.md, which all fail.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { arguedCases, runCorpus } from './corpus.ts';
import { caseId } from './result.ts';

const folders = ['conformance', 'conformance-observed'].map((name) => join(import.meta.dirname, '../../../shared', name));

describe.skipIf(!folders.some(existsSync))('the corpora', () => {
  // Retried, since cases such as `$now.diff($now)` read the clock twice.
  it('fail only in explained cases', { timeout: 300_000, retry: 3 }, async () => {
    const argued = arguedCases();
    const match = new Set<string>();
    const surprises: string[] = [];
    for (const folder of folders.filter(existsSync)) {
      for (const result of [...(await runCorpus(folder)).values()].flat()) {
        const id = caseId(result);
        const isArgued = argued.has(id);
        if (isArgued) match.add(id);
        if (isArgued && result.failure === undefined) surprises.push(`${id} passes: strike it from docs/conformance.md`);
        if (!isArgued && result.failure !== undefined) surprises.push(`${result.id}: ${result.failure}`);
      }
    }
    expect(surprises).toEqual([]);
    if (folders.every(existsSync)) expect([...argued].filter((id) => !match.has(id))).toEqual([]);
  });
});
