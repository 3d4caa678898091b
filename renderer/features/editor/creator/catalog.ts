// Contents of the node creator: available node types in categories and subcategories, most used first.
import { baseOfTool, isOwnPackage, packageOf, type NodeDescription } from '../../../../engine/workflow/node-type.ts';
import { isTriggerDescription, stickyNoteType } from '../../../../engine/workflow/planning/start-node.ts';
import { acceptsType } from '../canvas/index.ts';
import { tintOf } from '../view/type-look.ts';
import type { Searchable } from '../../../lib/rank.ts';

/** Kind of nodes shown in the creator. */
export type CreatorMode = 'all' | 'regular' | 'trigger';

/** A node type in the creator. */
export interface Offer {
  readonly type: string;
  /** Version of new nodes. */
  readonly version: number;
  readonly name: string;
  /** Color of its icon. */
  readonly tint: string;
  readonly description: string;
  /** The package that it comes from, unless it is one of n8n's own. */
  readonly packageName?: string;
  readonly isTrigger: boolean;
  readonly search: Searchable;
  /** Maps a category to its subcategories; empty if the node belongs to the category itself. */
  readonly places: ReadonlyMap<string, readonly string[]>;
  /** The maximum number per workflow, if it has been reached. */
  readonly limit?: number;
}

/** Node types by number of occurrences in 14,473 public workflows, most used first. */
const mostUsed: readonly string[] = [
  'httpRequest',
  'set',
  'code',
  'if',
  'scheduleTrigger',
  'manualTrigger',
  'webhook',
  'splitInBatches',
  'merge',
  'wait',
  'switch',
  'splitOut',
  'filter',
  'respondToWebhook',
  'aggregate',
  'executeWorkflowTrigger',
  'formTrigger',
  'extractFromFile',
  'emailSend',
  'executeWorkflow',
].map((name) => `n8n-nodes-base.${name}`);

const ranks = new Map(mostUsed.map((type, index) => [type, mostUsed.length - index]));

/** Types suggested if a search finds nothing, since most services can be reached with them. */
export const fallbackTypes: readonly string[] = ['n8n-nodes-base.httpRequest', 'n8n-nodes-base.webhook'];

export const coreCategory = 'Core Nodes';
export const triggerCategory = 'Trigger Nodes';
export const customCategory = 'Custom Nodes';
export const otherCategory = 'Miscellaneous';

const shortName = (type: string): string => type.slice(type.lastIndexOf('.') + 1);
const newestVersion = ({ version }: NodeDescription): number => (typeof version === 'number' ? version : Math.max(...version));

/** A port that a new node must have, so that it can be attached. */
export interface RequestedPort {
  /** Side of the port on the new node. Default: output. */
  readonly side?: 'input' | 'output';
  /** Connection type. */
  readonly type: string;
  /** Name of the input to which the node is attached. */
  readonly name?: string;
  readonly accepts?: { readonly nodes?: readonly string[]; readonly excludedNodes?: readonly string[] };
}

/** Returns the types that have the required port. If no port is required, returns all types except for tool variants. */
export function fittingTypes(nodeTypes: readonly NodeDescription[], port: RequestedPort | undefined): readonly NodeDescription[] {
  if (port === undefined) {
    const names = new Set(nodeTypes.map(({ name }) => name));
    return nodeTypes.filter(
      ({ name, outputs }) => !(outputs.includes('ai_tool') && name.endsWith('Tool') && names.has(baseOfTool(name) ?? '')),
    );
  }
  return nodeTypes.filter(({ name, inputs, outputs }) =>
    port.side === 'input' ? hasType(inputs, port.type) : hasType(outputs, port.type) && acceptsType(port, name),
  );
}

/** Ports that depend on parameters name their types in the expression. */
const hasType = (ports: NodeDescription['outputs'], type: string): boolean =>
  typeof ports === 'string' ? ports.includes(type) : ports.some((port) => (typeof port === 'string' ? port : port.type) === type);

/** Returns the available node types by name, one entry per type. Hidden (outdated) types and notes are excluded. */
export function offersOf(nodeTypes: readonly NodeDescription[], usedTypes: ReadonlyMap<string, number>): Offer[] {
  const latest = new Map<string, NodeDescription>();
  for (const description of nodeTypes) {
    const listed = latest.get(description.name);
    if (listed === undefined || newestVersion(listed) < newestVersion(description)) latest.set(description.name, description);
  }
  return [...latest.values()]
    .filter(({ name, hidden }) => hidden !== true && name !== stickyNoteType)
    .map((description) => offerOf(description, usedTypes.get(description.name) ?? 0))
    .sort((a, b) => a.name.localeCompare(b.name));
}

function offerOf(description: NodeDescription, used: number): Offer {
  const { name: type, displayName, maxNodes } = description;
  const isTrigger = isTriggerDescription(description);
  const packageName = isOwnPackage(type) ? undefined : packageOf(type);
  return {
    type,
    version: description.defaultVersion ?? newestVersion(description),
    name: displayName,
    tint: tintOf(description),
    description: description.description,
    isTrigger,
    places: placesOf(description, isTrigger),
    search: {
      name: displayName,
      aliases: [
        shortName(type),
        description.defaults.name,
        ...(description.codex?.alias ?? []),
        ...(packageName === undefined ? [] : [packageName]),
      ],
      description: description.description,
      weight: ranks.get(type) ?? 0,
    },
    ...(packageName === undefined ? {} : { packageName }),
    ...(maxNodes !== undefined && used >= maxNodes ? { limit: maxNodes } : {}),
  };
}

function placesOf({ name, codex }: NodeDescription, isTrigger: boolean): Map<string, readonly string[]> {
  if (isTrigger) return new Map([[triggerCategory, []]]);
  const categories = codex?.categories ?? [];
  if (categories.length === 0) return new Map([[isOwnPackage(name) ? otherCategory : customCategory, []]]);
  const subcategories = new Map(Object.entries(codex?.subcategories ?? {}));
  return new Map(categories.map((category) => [category, subcategories.get(category) ?? []]));
}

/** Returns the entries of one kind. */
export function ofMode(offers: readonly Offer[], mode: CreatorMode): readonly Offer[] {
  return mode === 'all' ? offers : offers.filter(({ isTrigger }) => isTrigger === (mode === 'trigger'));
}

/** Returns the most used entries of a kind. As long as a workflow has no trigger, triggers come first. */
export function suggestionsOf(offers: readonly Offer[], mode: CreatorMode, hasTrigger: boolean): readonly Offer[] {
  const byUse = ofMode(offers, mode)
    .filter(({ type, limit }) => ranks.has(type) && limit === undefined)
    .sort((a, b) => (ranks.get(b.type) ?? 0) - (ranks.get(a.type) ?? 0));
  if (mode !== 'all') return byUse.slice(0, 6);
  const actions = byUse.filter(({ isTrigger }) => !isTrigger);
  return hasTrigger ? actions.slice(0, 6) : [...byUse.filter(({ isTrigger }) => isTrigger).slice(0, 3), ...actions.slice(0, 3)];
}

/** A category of the list. */
export interface Category {
  readonly name: string;
  readonly subcategories: readonly { readonly name: string; readonly offers: readonly Offer[] }[];
  /** Entries without a subcategory. */
  readonly offers: readonly Offer[];
}

const firstCategories = [coreCategory, triggerCategory];
const lastCategories = [customCategory, otherCategory];
const rankOfCategory = (name: string): number => {
  const first = firstCategories.indexOf(name);
  return first === -1 ? firstCategories.length + 1 + lastCategories.indexOf(name) : first;
};

const subcategoryOrder = ['Flow', 'Files', 'Data Transformation', 'Helpers'];
const rankOfSubcategory = (name: string): number => {
  const at = subcategoryOrder.indexOf(name);
  return at === -1 ? subcategoryOrder.length : at;
};

/** Returns the categories: core, triggers, others by name, custom nodes, and the rest. A node may be in several. */
export function categoriesOf(offers: readonly Offer[]): Category[] {
  const categories = new Map<string, { direct: Offer[]; nested: Map<string, Offer[]> }>();
  for (const offer of offers) {
    for (const [category, subcategories] of offer.places) {
      const entry = categories.get(category) ?? { direct: [], nested: new Map<string, Offer[]>() };
      categories.set(category, entry);
      if (subcategories.length === 0) entry.direct.push(offer);
      for (const subcategory of subcategories) entry.nested.set(subcategory, [...(entry.nested.get(subcategory) ?? []), offer]);
    }
  }
  return [...categories]
    .map(([name, { direct, nested }]) => ({
      name,
      offers: direct,
      subcategories: [...nested]
        .map(([subcategory, inside]) => ({ name: subcategory, offers: inside }))
        .sort((a, b) => rankOfSubcategory(a.name) - rankOfSubcategory(b.name) || a.name.localeCompare(b.name)),
    }))
    .sort((a, b) => rankOfCategory(a.name) - rankOfCategory(b.name) || a.name.localeCompare(b.name));
}

const startType = 'n8n-nodes-base.start';

/** Whether any of the used types is a trigger. Unknown types are judged by their name. */
export function hasTriggerAmong(nodeTypes: readonly NodeDescription[], usedTypes: ReadonlyMap<string, number>): boolean {
  const isTriggerByName = new Map(nodeTypes.map((description) => [description.name, isTriggerDescription(description)]));
  return [...usedTypes].some(([type, count]) => count > 0 && (type === startType || (isTriggerByName.get(type) ?? /trigger$/i.test(type))));
}
