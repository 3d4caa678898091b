// How node types look: their color by family (tokens `--tint-…`), and a name and initials for types that are not installed.
import { isOwnPackage, packageOf, type NodeDescription } from '../../../../engine/workflow/node-type.ts';

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
  const look = ofCore.get(name);
  if (look !== undefined) return look;
  if (group.includes('trigger')) return 'trigger';
  return codex?.categories?.map((category) => ofCategory.get(category)).find((family) => family !== undefined) ?? 'web';
}

/** The families whose colors are closest to those that packages name. */
const ofColor: ReadonlyMap<unknown, NodeFamily> = new Map([
  ['blue', 'data'],
  ['light-blue', 'data'],
  ['azure', 'data'],
  ['dark-blue', 'store'],
  ['green', 'flow'],
  ['light-green', 'flow'],
  ['dark-green', 'text'],
  ['orange', 'time'],
  ['orange-red', 'file'],
  ['red', 'secret'],
  ['crimson', 'secret'],
  ['pink-red', 'ai'],
  ['purple', 'message'],
  ['gray', 'web'],
  ['black', 'web'],
]);

/** Returns the color of a node type's icon: as its package declares it, otherwise that of its family. */
export const tintOf = (description: Pick<NodeDescription, 'name' | 'group' | 'codex' | 'iconColor'>): string =>
  `var(--tint-${ofColor.get(description.iconColor) ?? familyOf(description)})`;

interface UnknownType {
  /** Name of the package, such as `Evolution Api`; for core packages, name of the node. */
  readonly name: string;
  /** One or two letters, shown instead of the icon. */
  readonly initials: string;
}

/** A display name and initials for a node type that is not installed, from its package and type names. */
export function unknownType(type: string): UnknownType {
  const pack = packageOf(type);
  const node = type.slice(pack.length + 1);
  const serviceName = isOwnPackage(type) && node !== '' ? node : pack.replace(/^@[^/]*\//, '').replace(/^n8n-nodes-/, '');
  // Splits at dashes, dots and capitals: `lmChatOpenAi` has four words.
  const words = serviceName.split(/[\W_]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u).filter((word) => word !== '');
  const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
  const [first = '?', second] = words;
  const letters = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1).toUpperCase();
  return {
    name: words.map(capital).join(' ') || type,
    initials: capital(letters),
  };
}
