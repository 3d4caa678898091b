// The workflows that are run with nodes of a package.
import { codeAround } from './base/code-around.ts';
import { errors } from './base/errors.ts';
import { files } from './base/files.ts';
import { lists } from './base/lists.ts';
import { mail } from './base/mail.ts';
import { oauth2 } from './base/oauth2.ts';
import { pages } from './base/pages.ts';
import { starts } from './base/starts.ts';
import { ownConnections } from './community/own-connections.ts';
import { communityServices } from './community/services-cases.ts';
import { communityTriggers } from './community/triggers.ts';
import { withoutServices } from './community/without-services.ts';
import type { RunInstance } from './instance.ts';
import { runLangchain } from './langchain/index.ts';
import { runCases, type RunCase, type RunOutcome } from './run-cases.ts';

export const base = 'n8n-nodes-base';
export const langchain = '@n8n/n8n-nodes-langchain';
/** The one with a connection of its own is last, since the package may open connections from then on. */
const baseCases: readonly RunCase[] = [oauth2, ...pages, ...files, ...starts, ...lists, ...codeAround, ...errors, mail];
const communityCases = [...communityServices, ...communityTriggers, ...ownConnections, ...withoutServices];

export function runPackage(instance: RunInstance, name: string): Promise<readonly RunOutcome[]> {
  if (name === langchain) return runLangchain(instance, name);
  return runCases(instance, name === base ? baseCases : communityCases.filter((each) => each.name === name));
}

export const countOfRuns = (outcomes: readonly RunOutcome[]): string =>
  outcomes.length === 0 ? '' : `${outcomes.filter(({ failure }) => failure === undefined).length} of ${outcomes.length}`;

/** Lines of the page about the runs of all packages. */
export function runsSection(all: readonly { readonly name: string; readonly outcomes: readonly RunOutcome[] }[]): readonly string[] {
  const ofBase = all.filter(({ name }) => name === base).flatMap(({ outcomes }) => outcomes);
  const ofLangchain = all.filter(({ name }) => name === langchain).flatMap(({ outcomes }) => outcomes);
  const ofOthers = all.filter(({ name }) => name !== base && name !== langchain).flatMap(({ outcomes }) => outcomes);
  const result = ({ failure }: RunOutcome): string => (failure === undefined ? 'runs' : cell(failure));
  return [
    '',
    '## Workflows that are run against services',
    '',
    'Each workflow is run by a whole server, with stored credentials, activation and webhooks. A proxy plays the services (`build/test-packages/runs/services.ts`), so that nodes send their requests to the real addresses, over TLS. Lists are loaded by the requests of the editor. Compared are the requests, with their signature and content, and the items that come out.',
    '',
    '| Make | Node | Checked | Result |',
    '| --- | --- | --- | --- |',
    ...ofBase.map((outcome) => `| ${[outcome.make, `\`${outcome.nodes}\``, cell(outcome.checks), result(outcome)].join(' | ')} |`),
    '',
    '## Workflows with models that are run',
    '',
    'Models are played by a service (`build/test-packages/runs/langchain/model-service.ts`), which the package calls by its own connections.',
    '',
    '| Make | Nodes | Checked | Result |',
    '| --- | --- | --- | --- |',
    ...ofLangchain.map((outcome) => `| ${[outcome.make, outcome.nodes, cell(outcome.checks), result(outcome)].join(' | ')} |`),
    '',
    '## Community packages that are run',
    '',
    '| Package | Node | Checked | Result |',
    '| --- | --- | --- | --- |',
    ...ofOthers.map((outcome) => `| ${[outcome.make, `\`${outcome.nodes}\``, cell(outcome.checks), result(outcome)].join(' | ')} |`),
  ];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').slice(0, 300);
