// Lines of the node creator's list: categories, subcategories and search results, in order.
import type { NodeAction } from '../../../../engine/workflow/parameters/actions.ts';
import type { ActionOffer } from './actions.ts';
import { categoriesOf, fallbackTypes, ofMode, suggestionsOf, type CreatorMode, type Offer } from './catalog.ts';
import type { Mark } from '../../../lib/match-text.ts';
import { rank } from '../../../lib/rank.ts';
import type { PackageOffer } from './package-offers.ts';

/** One row. `id` is unique within the list and stable while the row is displayed. */
export type CreatorRow =
  /** A group that opens and closes in place. */
  | {
      readonly kind: 'category';
      readonly id: string;
      readonly name: string;
      readonly isExpanded: boolean;
      readonly count: number;
      readonly level: 1;
    }
  /** A group that opens in a view of its own. */
  | { readonly kind: 'subcategory'; readonly id: string; readonly name: string; readonly count: number; readonly level: 2 }
  | {
      readonly kind: 'node';
      readonly id: string;
      readonly offer: Offer;
      readonly level: 1 | 2;
      readonly nameMarks?: readonly Mark[];
      readonly descriptionMarks?: readonly Mark[];
      readonly alias?: string;
    }
  /** A node whose action is chosen. */
  | {
      readonly kind: 'action';
      readonly id: string;
      readonly offer: Offer;
      readonly action: ActionOffer;
      readonly level: 1;
      readonly nameMarks: readonly Mark[];
    }
  /** A package that is not installed. */
  | { readonly kind: 'package'; readonly id: string; readonly offer: PackageOffer; readonly level: 1 }
  /** A row that searches the package registry when it is chosen. */
  | { readonly kind: 'registry'; readonly id: string; readonly query: string; readonly level: 1 }
  /** Switches to the results of all kinds. `count`: number of results that the current kind lacks. `isOnly`: whether the current kind has no results. */
  | { readonly kind: 'more'; readonly id: string; readonly count: number; readonly isOnly: boolean; readonly level: 1 };

/** The chosen node type with its version. */
export interface NodePick {
  readonly type: string;
  readonly version: number;
  /** Parameters of the chosen action. */
  readonly parameters?: Omit<NodeAction, 'name'>;
}

/** Position in the list's views. */
export interface CreatorPlace {
  readonly mode: CreatorMode;
  readonly query: string;
  /** Names of open categories. */
  readonly expanded: ReadonlySet<string>;
  /** The subcategory whose view is open. */
  readonly inside?: { readonly category: string; readonly subcategory: string };
}

/** Heading of the suggestions; no category of node types has this name. */
export const suggested = 'Suggested Nodes';
/** Heading above all nodes of the trigger tab. */
export const allTriggers = 'All Triggers';

export interface CreatorRows {
  readonly rows: readonly CreatorRow[];
  readonly isSearch: boolean;
  /** Whether nothing was found, so that the rows are alternatives. */
  readonly isFallback: boolean;
}

interface RowOptions {
  /** Whether the workflow has a trigger, which affects suggestions. */
  readonly hasTrigger: boolean;
  /** Whether nodes are listed without groups. */
  readonly isFlat?: boolean;
  readonly actions?: readonly ActionOffer[];
  /** Packages that the search leads to. */
  readonly packages?: readonly PackageOffer[];
  /** Whether the registry can be searched if nothing matches. */
  readonly hasRegistry?: boolean;
}

/** Returns the rows of a position. */
export function rowsOf(
  offers: readonly Offer[],
  place: CreatorPlace,
  { hasTrigger, isFlat = false, actions = [], packages = [], hasRegistry = false }: RowOptions,
): CreatorRows {
  if (place.query.trim() !== '')
    return withPackages(searchRows(offers, place, actions), packages, hasRegistry ? place.query.trim() : undefined);
  const offersOfMode = ofMode(offers, place.mode);
  if (isFlat) return { rows: nodeRows(offersOfMode, '', 1), isSearch: false, isFallback: false };
  const rows = place.inside === undefined ? homeRows(offers, place, hasTrigger) : insideRows(offersOfMode, place.inside);
  return { rows, isSearch: false, isFallback: false };
}

function searchRows(offers: readonly Offer[], { mode, query }: CreatorPlace, actions: readonly ActionOffer[]): CreatorRows {
  const rows = matchingRows(query, ofMode(offers, mode), mode === 'trigger' ? [] : actions);
  const elsewhere = mode === 'all' ? 0 : matchingRows(query, offers, actions).length - rows.length;
  const isOnly = rows.length === 0;
  const more: readonly CreatorRow[] = elsewhere > 0 ? [{ kind: 'more', id: 'more', count: elsewhere, isOnly, level: 1 }] : [];
  if (!isOnly) return { rows: [...rows, ...more], isSearch: true, isFallback: false };
  const instead = fallbackTypes.map((type) => offers.find((offer) => offer.type === type)).filter((offer) => offer !== undefined);
  return { rows: elsewhere > 0 ? more : nodeRows(instead, '', 1), isSearch: true, isFallback: true };
}

/** Adds packages after what matches, or before alternatives. `query`: what the registry can be searched for, if nothing matches. */
function withPackages(matches: CreatorRows, packages: readonly PackageOffer[], query: string | undefined): CreatorRows {
  const isInstead = matches.isFallback && matches.rows.every(({ kind }) => kind === 'node');
  const offered = packages.map((offer): CreatorRow => ({ kind: 'package', id: `package ${offer.packageName}`, offer, level: 1 }));
  if (isInstead && query !== undefined) offered.push({ kind: 'registry', id: 'registry', query, level: 1 });
  if (offered.length === 0) return matches;
  return { ...matches, rows: isInstead ? [...offered, ...matches.rows] : [...matches.rows, ...offered] };
}

/** Returns the nodes and actions that match, best first. */
function matchingRows(query: string, offers: readonly Offer[], actions: readonly ActionOffer[]): readonly CreatorRow[] {
  return rank<Offer | ActionOffer>(query, [...offers, ...actions], ({ search }) => search).flatMap(
    ({ entry, ...match }): CreatorRow | readonly [] => {
      if (!('offer' in entry)) return { kind: 'node', id: entry.type, offer: entry, level: 1, ...match };
      const { offer, parameters } = entry;
      // The name of the node alone finds the node, not all that it can do.
      if (match.nameMarks.length === 0) return [];
      const id = `${offer.type} ${parameters.resource ?? ''} ${parameters.operation}`;
      return { kind: 'action', id, offer, action: entry, level: 1, nameMarks: match.nameMarks };
    },
  );
}

/** Returns what choosing the row adds. */
export function pickOf(row: CreatorRow & { readonly kind: 'node' | 'action' }): NodePick {
  const { type, version } = row.offer;
  return { type, version, ...(row.kind === 'action' ? { parameters: row.action.parameters } : {}) };
}

const nodeRows = (offers: readonly Offer[], prefix: string, level: 1 | 2): CreatorRow[] =>
  offers.map((offer) => ({ kind: 'node', id: `${prefix}${offer.type}`, offer, level }));

function insideRows(offersOfMode: readonly Offer[], inside: { readonly category: string; readonly subcategory: string }): CreatorRow[] {
  return nodeRows(
    offersOfMode.filter(({ places }) => places.get(inside.category)?.includes(inside.subcategory) === true),
    '',
    1,
  );
}

function homeRows(offers: readonly Offer[], { mode, expanded }: CreatorPlace, hasTrigger: boolean): CreatorRow[] {
  const rows: CreatorRow[] = [];
  const group = (name: string, count: number, inside: () => readonly CreatorRow[]): void => {
    if (count === 0) return;
    const isExpanded = expanded.has(name);
    rows.push({ kind: 'category', id: `category ${name}`, name, isExpanded, count, level: 1 });
    if (isExpanded) rows.push(...inside());
  };
  const suggestions = suggestionsOf(offers, mode, hasTrigger);
  group(suggested, suggestions.length, () => nodeRows(suggestions, 'suggested ', 2));
  const offersOfMode = ofMode(offers, mode);
  if (mode === 'trigger') {
    // Each trigger is listed once.
    const otherOffers = offersOfMode.filter((offer) => !suggestions.includes(offer));
    group(allTriggers, otherOffers.length, () => nodeRows(otherOffers, '', 2));
    return rows;
  }
  for (const category of categoriesOf(offersOfMode)) {
    const count = new Set([...category.offers, ...category.subcategories.flatMap((subcategory) => subcategory.offers)]).size;
    group(category.name, count, () => [
      ...category.subcategories.map((subcategory): CreatorRow => ({
        kind: 'subcategory',
        id: `${category.name} / ${subcategory.name}`,
        name: subcategory.name,
        count: subcategory.offers.length,
        level: 2,
      })),
      ...nodeRows(category.offers, `${category.name} `, 2),
    ]);
  }
  return rows;
}

/** Returns the category of a subcategory's row: the closest one above it. */
export function categoryAbove(rows: readonly CreatorRow[], index: number): string | undefined {
  for (let at = index; at >= 0; at--) {
    const row = rows[at];
    if (row?.kind === 'category') return row.name;
  }
  return undefined;
}
