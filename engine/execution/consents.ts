// Files and commands that a node may use once a person has agreed.
import { homedir } from 'node:os';
import type { ConsentKind } from '../contract/rest/consents.ts';
import { consentedFiles } from '../files/consented-files.ts';
import { anyFile } from '../files/file-access.ts';
import type { FilePort } from '../sdk/index.ts';
import type { CredentialAsker } from './ports.ts';
import type { RunHost } from './run-host.ts';

export function filesOf(host: RunHost, asker: () => CredentialAsker): FilePort {
  const { files = anyFile, consent } = host.ports;
  return consent === undefined ? files : consentedFiles(files, (folder) => askConsent(host, asker(), 'folder', folder));
}

/** Resolves with the folder in which the command runs, once it may. */
export async function confirmedCommand(host: RunHost, asker: CredentialAsker, command: string): Promise<string> {
  const { commandFolder } = host.ports;
  const folder = commandFolder === undefined ? homedir() : await commandFolder();
  await askConsent(host, asker, 'command', command);
  return folder;
}

async function askConsent(
  { ports, mode, executionId, signal, workflow }: RunHost,
  asker: CredentialAsker,
  kind: ConsentKind,
  subject: string,
): Promise<void> {
  await ports.consent?.({ ...asker, workflowName: workflow.graph.file.name ?? '', kind, subject, mode, executionId, signal });
}
