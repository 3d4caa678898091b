// State of the open node creator and its transitions.
import { coreCategory, type CreatorMode } from './catalog.ts';
import { allTriggers, categoryAbove, suggested, type CreatorPlace, type CreatorRow, type CreatorRows } from './rows.ts';

export interface CreatorState extends CreatorPlace {
  /** The active row. Default: the first node. */
  readonly activeId?: string;
}

export type CreatorStep =
  | { readonly type: 'mode'; readonly mode: CreatorMode }
  | { readonly type: 'query'; readonly query: string }
  | { readonly type: 'activate'; readonly id: string }
  | { readonly type: 'expand' | 'collapse'; readonly name: string }
  | { readonly type: 'enter'; readonly category: string; readonly subcategory: string }
  | { readonly type: 'leave' };

/** Initial state. A category without others beside it is open. */
export const firstState = (mode: CreatorMode, categories: readonly string[]): CreatorState => ({
  mode,
  query: '',
  expanded: new Set([suggested, coreCategory, allTriggers, ...(categories.length === 1 ? categories : [])]),
});

export function afterStep(state: CreatorState, step: CreatorStep): CreatorState {
  switch (step.type) {
    case 'mode':
      return { ...state, mode: step.mode, inside: undefined, activeId: undefined };
    case 'query':
      return { ...state, query: step.query, activeId: undefined };
    case 'activate':
      return { ...state, activeId: step.id };
    case 'expand':
      return { ...state, expanded: new Set([...state.expanded, step.name]) };
    case 'collapse':
      return { ...state, expanded: new Set([...state.expanded].filter((name) => name !== step.name)) };
    case 'enter':
      return { ...state, inside: { category: step.category, subcategory: step.subcategory }, activeId: undefined };
    case 'leave':
      return { ...state, inside: undefined, activeId: `${state.inside?.category} / ${state.inside?.subcategory}` };
  }
}

/**
 * Returns the index of the row with this id; without an id, of the first node that may be added, otherwise 0. -1 in an empty list, and among
 * alternative nodes, which are added only if the user chooses them.
 */
export function activeIndex({ rows, isFallback }: Pick<CreatorRows, 'rows' | 'isFallback'>, id: string | undefined): number {
  const index = id === undefined ? -1 : rows.findIndex((row) => row.id === id);
  if (index !== -1 || (isFallback && rows[0]?.kind === 'node')) return index;
  if (isFallback && (rows[0]?.kind === 'package' || rows[0]?.kind === 'registry')) return 0;
  const first = rows.findIndex((row) => row.kind === 'node' && row.offer.limit === undefined);
  return first === -1 && rows.length > 0 ? 0 : first;
}

/** Opens a subcategory. */
export const enterStep = (rows: readonly CreatorRow[], row: CreatorRow & { readonly kind: 'subcategory' }): CreatorStep => ({
  type: 'enter',
  category: categoryAbove(rows, rows.indexOf(row)) ?? '',
  subcategory: row.name,
});
