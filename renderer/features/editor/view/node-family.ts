// The family of a node type, which determines its icon's color (tokens `--tint-…`).
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';

export const nodeFamilies = ['trigger', 'time', 'flow', 'data', 'code', 'web', 'file', 'text', 'store', 'message', 'secret', 'ai'] as const;
type NodeFamily = (typeof nodeFamilies)[number];

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

/** Families by category of the node creator. */
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

/** Returns the family of a node type by its category; types without a category are web services. */
export function familyOf({ name, group, codex }: Pick<NodeDescription, 'name' | 'group' | 'codex'>): NodeFamily {
  const known = ofCore.get(name);
  if (known !== undefined) return known;
  if (group.includes('trigger')) return 'trigger';
  return codex?.categories?.map((category) => ofCategory.get(category)).find((family) => family !== undefined) ?? 'web';
}

/** Returns the color of a node type's icon. */
export const tintOf = (description: Pick<NodeDescription, 'name' | 'group' | 'codex'>): string => `var(--tint-${familyOf(description)})`;
