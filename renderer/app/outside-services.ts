// What is asked of a service outside: whether the templates are to be had. A start does not need it.
import type { Settings } from '../../engine/contract/rest/editor.ts';

/** Longest wait for an answer, in milliseconds. */
const PATIENCE = 2000;

/** Whether the templates service answers in time. */
export async function hasTemplatesService({ templates, versionCli }: Settings): Promise<boolean> {
  if (!templates.enabled) return false;
  const answer = await ask(`${templates.host.replace(/\/$/, '')}/health`, { 'n8n-version': versionCli });
  return answer !== undefined;
}

/** The answer where it is a good one; undefined for everything else. */
async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> {
  try {
    const answer = await fetch(new URL(address), { signal: AbortSignal.timeout(PATIENCE), headers });
    return answer.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}
