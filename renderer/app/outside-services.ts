// What is asked of services outside: whether the templates are to be had, and how many versions are newer. None of them is needed for a start.
import type { Settings } from '../../engine/contract/rest/editor.ts';

/** Longest wait for an answer, in milliseconds (spec 1 §4). */
const PATIENCE = 2000;

/** Whether the templates service answers in time. */
export async function hasTemplatesService({ templates, versionCli }: Settings): Promise<boolean> {
  if (!templates.enabled) return false;
  const answer = await ask(`${templates.host.replace(/\/$/, '')}/health`, { 'n8n-version': versionCli });
  return answer !== undefined;
}

/** How many versions are newer than this one; 0 where nobody tells. */
export async function newerVersionCount({ versionNotifications, versionCli, instanceId }: Settings): Promise<number> {
  if (!versionNotifications.enabled) return 0;
  const answer = await ask(`${versionNotifications.endpoint.replace(/\/$/, '')}/${encodeURIComponent(versionCli)}`, {
    'n8n-version': versionCli,
    'n8n-instance-id': instanceId,
  });
  const versions: unknown = await answer?.json().catch(() => undefined);
  return Array.isArray(versions) ? versions.length : 0;
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
