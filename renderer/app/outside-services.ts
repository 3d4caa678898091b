// Checks whether the templates service is reachable. The start does not depend on it.
import type { Settings } from '../../engine/contract/rest/editor.ts';

/** Timeout in milliseconds. */
const PATIENCE = 2000;

/** Whether the templates service responds in time. */
export async function hasTemplatesService({ templates, versionCli }: Settings): Promise<boolean> {
  if (!templates.enabled) return false;
  const answer = await ask(`${templates.host.replace(/\/$/, '')}/health`, { 'n8n-version': versionCli });
  return answer !== undefined;
}

/** The response if it is valid; otherwise undefined. */
async function ask(address: string, headers: Readonly<Record<string, string>>): Promise<Response | undefined> {
  try {
    const answer = await fetch(new URL(address), { signal: AbortSignal.timeout(PATIENCE), headers });
    return answer.ok ? answer : undefined;
  } catch {
    return undefined;
  }
}
