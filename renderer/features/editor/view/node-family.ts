// The family of a node type, by which its icon has its colour (tokens `--tint-…`): how it starts a run, or what it works with.
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';

export const nodeFamilies = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;
export type NodeFamily = (typeof nodeFamilies)[number];

const core: Readonly<Partial<Record<NodeFamily, string>>> = {
  time: 'cron interval scheduleTrigger wait dateTime iCal',
  flow: 'if switch filter merge splitInBatches noOp stopAndError executeWorkflow limit compareDatasets executionData debugHelper',
  data: 'set aggregate itemLists removeDuplicates renameKeys sort splitOut summarize',
  code: 'code function functionItem executeCommand',
  web: 'httpRequest graphql respondToWebhook rssFeedRead form',
  file: 'compression convertToFile extractFromFile localFileTrigger moveBinaryData readBinaryFile readBinaryFiles readPDF readWriteFile spreadsheetFile writeBinaryFile',
  text: 'html htmlExtract markdown xml',
  secret: 'crypto jwt totp',
};

const ofCore: ReadonlyMap<string, NodeFamily> = new Map(
  nodeFamilies.flatMap((family) => (core[family] ?? '').split(' ').map((name) => [`n8n-nodes-base.${name}`, family] as const)),
);

/** Categories of the node creator. */
const ofCategory: ReadonlyMap<string, NodeFamily> = new Map([
  ['AI', 'ai'],
  ['Langchain', 'ai'],
  ['Communication', 'message'],
  ['Marketing', 'message'],
  ['Marketing & Content', 'message'],
  ['Data & Storage', 'store'],
  ['Analytics', 'data'],
  ['Development', 'code'],
]);

/** Nodes of packages belong to where they lie in the creator; those that say nothing are services on the web. */
export function familyOf({ name, group, codex }: Pick<NodeDescription, 'name' | 'group' | 'codex'>): NodeFamily {
  const known = ofCore.get(name);
  if (known !== undefined) return known;
  if (group.includes('trigger')) return 'trigger';
  return codex?.categories?.map((category) => ofCategory.get(category)).find((family) => family !== undefined) ?? 'web';
}

/** Colour of the icon of a node type. */
export const tintOf = (description: Pick<NodeDescription, 'name' | 'group' | 'codex'>): string => `var(--tint-${familyOf(description)})`;
