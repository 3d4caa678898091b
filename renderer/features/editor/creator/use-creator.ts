// State of the node creator's list: lines, active line, actions.
import { useMemo, useReducer } from 'react';
import type { NodeDescription } from '../../../../engine/workflow/node-type.ts';
import type { TypeActions } from '../../../../engine/workflow/parameters/actions.ts';
import { actionsOfOffers } from './actions.ts';
import { categoriesOf, hasTriggerAmong, offersOf, ofMode, type CreatorMode } from './catalog.ts';
import { actionOf } from './creator-keys.ts';
import { activeIndex, afterStep, enterStep, firstState } from './creator-state.ts';
import type { PackageOffer } from './package-offers.ts';
import { pickOf, rowsOf, type CreatorPlace, type CreatorRow, type CreatorRows, type NodePick } from './rows.ts';

export interface CreatorModel extends CreatorRows {
  readonly place: CreatorPlace;
  readonly hasTrigger: boolean;
  /** Index of the active row, or -1. */
  readonly active: number;
  readonly setMode: (mode: CreatorMode) => void;
  readonly setQuery: (query: string) => void;
  /** Activates a line: adds a node, or opens or closes a group. */
  readonly choose: (row: CreatorRow) => void;
  readonly leave: () => void;
  /** Handles a key of the search box; returns whether it was used. */
  readonly press: (key: string) => boolean;
}

export interface CreatorInput {
  readonly nodeTypes: readonly NodeDescription[];
  readonly usedTypes: ReadonlyMap<string, number>;
  /** Actions of the node types. */
  readonly actions?: readonly TypeActions[];
  /** Kind of nodes that is shown first. */
  readonly mode: CreatorMode;
  /** Whether the types are those that fit one input. */
  readonly isForInput?: boolean;
  readonly onPick: (pick: NodePick) => void;
  /** Called if the maximum of the chosen type is reached. */
  readonly onReject?: (pick: NodePick) => void;
  /** Packages that the search leads to. */
  readonly packages?: readonly PackageOffer[];
  readonly onInstall?: (packageName: string) => void;
  readonly onFindPackage?: (query: string) => void;
}

const none: readonly TypeActions[] = [];

/** Number of types for an input up to which they are listed without groups. */
const FEW = 30;

/** A row that ends the choice. */
type OfferRow = Exclude<CreatorRow, { readonly kind: 'subcategory' | 'category' | 'more' }>;

function chooseOffer(row: OfferRow, { onPick, onReject, onInstall, onFindPackage }: CreatorInput): void {
  if (row.kind === 'registry') onFindPackage?.(row.query);
  else if (row.kind === 'package') {
    if (row.offer.advice === undefined) onInstall?.(row.offer.packageName);
  } else {
    const pick = pickOf(row);
    if (row.offer.limit === undefined) onPick(pick);
    else onReject?.(pick);
  }
}

export function useCreator(input: CreatorInput): CreatorModel {
  const { nodeTypes, usedTypes, actions: allActions = none, mode: firstMode, isForInput = false, packages, onFindPackage } = input;
  const offers = useMemo(() => offersOf(nodeTypes, usedTypes), [nodeTypes, usedTypes]);
  const [state, dispatch] = useReducer(afterStep, firstMode, (first) =>
    firstState(
      first,
      categoriesOf(ofMode(offers, first)).map(({ name }) => name),
    ),
  );
  const hasTrigger = useMemo(() => hasTriggerAmong(nodeTypes, usedTypes), [nodeTypes, usedTypes]);
  const { mode, query, expanded, inside } = state;
  const actions = useMemo(() => actionsOfOffers(offers, allActions), [offers, allActions]);
  const isFlat = isForInput && offers.length <= FEW;
  const hasRegistry = onFindPackage !== undefined;
  const list = useMemo(
    () => rowsOf(offers, { mode, query, expanded, inside }, { hasTrigger, isFlat, actions, packages, hasRegistry }),
    [offers, mode, query, expanded, inside, hasTrigger, isFlat, actions, packages, hasRegistry],
  );
  const { rows } = list;
  const active = activeIndex(list, state.activeId);

  const choose = (row: CreatorRow): void => {
    if (row.kind === 'subcategory') dispatch(enterStep(rows, row));
    else if (row.kind === 'category') {
      dispatch({ type: 'activate', id: row.id });
      dispatch({ type: row.isExpanded ? 'collapse' : 'expand', name: row.name });
    } else if (row.kind === 'more') dispatch({ type: 'mode', mode: 'all' });
    else chooseOffer(row, input);
  };
  const press = (key: string): boolean => {
    const action = actionOf(key, { state, rows, active });
    const row = rows[active];
    if (action?.type === 'choose') {
      if (row !== undefined) choose(row);
    } else if (action !== undefined && action.type !== 'nothing') dispatch(action);
    return action !== undefined;
  };
  return {
    ...list,
    place: state,
    hasTrigger,
    active,
    setMode: (next) => dispatch({ type: 'mode', mode: next }),
    setQuery: (next) => dispatch({ type: 'query', query: next }),
    choose,
    leave: () => dispatch({ type: 'leave' }),
    press,
  };
}
