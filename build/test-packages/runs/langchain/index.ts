// The workflows that are run with the LangChain package, whose nodes open their connections by themselves.
import type { RunInstance } from '../instance.ts';
import { runCases, type RunOutcome } from '../run-cases.ts';
import { chains } from './chains.ts';
import { compareWithCore } from './core-nodes.ts';
import { startModelService } from './model-service.ts';
import { servers } from './servers.ts';
import { stores } from './stores.ts';
import { tools } from './tools.ts';

export async function runLangchain(instance: RunInstance, name: string): Promise<readonly RunOutcome[]> {
  const service = await startModelService();
  try {
    await instance.allowNetwork(name);
    const cases = [...chains, ...stores, ...tools, ...servers].map(({ run, ...about }) => ({
      ...about,
      run: (on: RunInstance) => run(on, service),
    }));
    return [...(await runCases(instance, cases)), ...(await compareWithCore(instance))];
  } finally {
    await service.close();
  }
}
