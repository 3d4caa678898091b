// Drawings for icons that descriptions name instead of bringing a file: of an icon font (`fa:key`), of n8n's own set (`node:ai-agent`), or either.
import { coreIcons } from './core-icons.generated.ts';
import { fontIcons, nodeIcons } from './font-icons.generated.ts';

/** Names of n8n's set whose built-in node has another name than the icon. */
const coreNames: ReadonlyMap<string, string> = new Map([
  ['date-and-time', 'dateTime'],
  ['edit-fields', 'set'],
  ['execute-sub-workflow', 'executeWorkflow'],
  ['loop-over-items', 'splitInBatches'],
  ['no-operation', 'noOp'],
  ['read-write-files-from-disk', 'readWriteFile'],
  ['rss-feed-trigger', 'rssFeedReadTrigger'],
  ['rss-read', 'rssFeedRead'],
  ['sub-workflow-trigger', 'executeWorkflowTrigger'],
]);

const camelCase = (name: string): string => name.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase());

const drawn = (shapes: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" ' +
  `stroke-linecap="round" stroke-linejoin="round">${shapes}</svg>`;

/** Returns the SVG for a name with its prefix, in the color of its place; undefined if the name is unknown, or `icon` is something else. */
export function namedIcon(icon: unknown): string | undefined {
  const [, set, name = ''] = typeof icon === 'string' ? (/^(fa|icon|node):(.+)$/.exec(icon) ?? []) : [];
  if (set === undefined) return undefined;
  const shapes = set === 'node' ? nodeIcons.get(name) : fontIcons.get(name);
  if (shapes !== undefined) return drawn(shapes);
  return set === 'fa' ? undefined : coreIcons.get(`n8n-nodes-base.${coreNames.get(name) ?? camelCase(name)}`);
}
