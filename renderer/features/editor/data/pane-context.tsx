// The context of one pane: its items, the current page, the active place and the search.
import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { dataPath, itemBase, startDrag } from '../mapping/index.ts';
import { useOpenNode, type PaneData, type Side } from '../open-node/index.ts';
import { choose, chosenFor, contentOf, effectiveDisplay, usePaneChoice, type Content, type Display, type PaneChoice } from './display.ts';
import { rememberTip } from './first-time-tip.tsx';
import type { ListPlace } from './lineage.ts';
import { pageOf, pageRange, type PageSize } from './pages.ts';
import type { DataPlace, Key } from './place.ts';
import { useItemSearch, type ItemSearch } from './search/use-item-search.ts';

interface Pane {
  readonly side: Side;
  readonly data: PaneData;
  readonly items: readonly Item[];
  /** The list in the run data. */
  readonly list: ListPlace;
  readonly content: Content;
  readonly display: Display;
  readonly choice: PaneChoice;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: PageSize) => void;
  /** Range of the current page; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly position: DataPlace | undefined;
  readonly setPosition: (place: DataPlace | undefined) => void;
  /** Position to scroll into view; a new object each time. */
  readonly revealed: DataPlace | undefined;
  readonly search: ItemSearch;
  /** Number of schema fields that match the search. */
  readonly foundFields: number;
  readonly setFoundFields: (count: number) => void;
  /** Whether fields can be dragged to parameters. */
  readonly canMap: boolean;
  /** Returns the expression code that reads the value at a path of an item. `from`: name of the node whose item it is, instead of the pane's. */
  readonly codeOf: (keys: readonly Key[], from?: string) => string;
  /** Item used for previews; undefined in the output pane. */
  readonly chosenItem: number | undefined;
  readonly chooseItem: (item: number) => void;
}

const Context = createContext<Pane | undefined>(undefined);

export function usePane(): Pane {
  const pane = useContext(Context);
  if (pane === undefined) throw new Error('usePane is called outside of a pane.');
  return pane;
}

const none: readonly Item[] = [];

export function PaneProvider({ side, children }: { readonly side: Side; readonly children: ReactNode }): ReactNode {
  const { [side]: data } = useOpenNode();
  const { source = '', run, output } = data;
  const mapping = useMapping(side, data);
  const chosen = useChosenItem(side);
  const items = useStableItems(data.items ?? none);
  const { content, display, choice } = useDisplay(side, items);
  const key = JSON.stringify([source, run, output]);
  const { go, ...places } = usePlaces(key, choice.pageSize);
  const { page, setPage } = places;
  const [foundFields, setFoundFields] = useState(0);
  const search = useItemSearch(items, go);
  const { start, end } = pageRange(items.length, choice.pageSize, page);
  const pane = useMemo<Pane>(
    () => ({
      side,
      data,
      items,
      list: { node: source, run, output },
      content,
      display,
      choice,
      ...places,
      setPageSize: (size) => {
        choose(side, { pageSize: size });
        setPage(pageOf(start, size));
      },
      start,
      end,
      search,
      foundFields,
      setFoundFields,
      ...mapping,
      ...chosen,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `data` is a new object each time; the parts that are read are listed
    [
      side,
      items,
      key,
      content,
      display,
      choice,
      page,
      setPage,
      start,
      end,
      places.position,
      places.setPosition,
      places.revealed,
      search,
      foundFields,
      mapping,
      chosen,
    ],
  );
  return <Context value={pane}>{children}</Context>;
}

function useMapping(side: Side, { source = '', distance }: PaneData): Pick<Pane, 'canMap' | 'codeOf'> {
  const { parents, isReadOnly } = useOpenNode();
  // Expressions of an attached node do not read what its root node passes to it.
  const canMap = side === 'input' && !isReadOnly && parents.length > 0;
  return useMemo(
    () => ({
      canMap,
      codeOf: (keys, from) => dataPath(from === undefined ? itemBase(source, distance) : itemBase(from, Infinity), keys),
    }),
    [canMap, source, distance],
  );
}

function useChosenItem(side: Side): Pick<Pane, 'chosenItem' | 'chooseItem'> {
  const { selection, select } = useOpenNode();
  const { item } = selection;
  return useMemo(
    () =>
      side === 'input'
        ? { chosenItem: item, chooseItem: (next) => select({ item: next }) }
        : { chosenItem: undefined, chooseItem: () => undefined },
    [side, item, select],
  );
}

type Places = Pick<Pane, 'page' | 'setPage' | 'position' | 'setPosition' | 'revealed'> & { readonly go: (place: DataPlace) => void };

/** Returns the current page and places. They are reset when `key`, which identifies the list, changes. `go` shows a place. */
function usePlaces(key: string, pageSize: PageSize): Places {
  const [pageState, setPageState] = useState({ key, page: 0 });
  const [positionState, setPositionState] = useState<{ readonly key: string; readonly place: DataPlace | undefined }>();
  const [revealed, setRevealed] = useState<DataPlace>();
  const setPage = useCallback((next: number) => setPageState({ key, page: next }), [key]);
  const setPosition = useCallback((place: DataPlace | undefined) => setPositionState({ key, place }), [key]);
  const go = useCallback(
    (place: DataPlace) => {
      setPage(pageOf(place.item ?? 0, pageSize));
      setPosition(place);
      setRevealed({ ...place });
    },
    [pageSize, setPage, setPosition],
  );
  return {
    page: pageState.key === key ? pageState.page : 0,
    setPage,
    position: positionState?.key === key ? positionState.place : undefined,
    setPosition,
    revealed,
    go,
  };
}

function useDisplay(side: Side, items: readonly Item[]): Pick<Pane, 'content' | 'display' | 'choice'> {
  const choice = usePaneChoice(side);
  const content = useMemo(() => contentOf(items), [items]);
  // Without items, such as while the node runs, the choice does not change.
  const chosen = items.length === 0 ? choice.chosen : chosenFor(choice.chosen, content);
  useEffect(() => {
    if (chosen !== choice.chosen) choose(side, { chosen });
  }, [side, chosen, choice.chosen]);
  return { content, choice, display: effectiveDisplay(chosen, content) };
}

const isSame = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length &&
  one.every((item, index) => item === other[index] || (item.json === other[index]?.json && item.binary === other[index]?.binary));

function useStableItems(items: readonly Item[]): readonly Item[] {
  const stableItems = useRef(items);
  if (stableItems.current !== items && !isSame(stableItems.current, items)) stableItems.current = items;
  return stableItems.current;
}

/** Storage key of the tip about dragging. */
export const MAPPING_TIP = 'millrace.mapping-onboarding';

/** Returns the props of a draggable field; empty if fields cannot be dragged. */
export function useMappingDrag(): (
  keys: readonly Key[],
  from?: string,
) => {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly 'data-drag'?: true;
} {
  const { canMap, codeOf } = usePane();
  return (keys, from) =>
    !canMap || keys.length === 0
      ? {}
      : {
          'data-drag': true,
          onPointerDown: (event) => {
            rememberTip(MAPPING_TIP);
            startDrag(event, { code: codeOf(keys, from), label: String(keys.at(-1)) });
          },
        };
}
