// What the parts of one pane work with: its items, the page that is shown, the place that is looked at.
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Item } from '../../../../engine/contract/run-data.ts';
import { dataPath, itemBase } from '../mapping/index.ts';
import type { PaneData } from '../node-view/node-view-context.tsx';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { chosenFor, contentOf, shownDisplay, type Content, type Display } from './display.ts';
import type { ListPlace } from './lineage.ts';
import { choose, usePaneChoice, type PaneChoice, type Side } from './pane-choice.ts';
import { pageOf, pageRange, type PageSize } from './pages.ts';
import type { DataPlace, Key } from './place.ts';
import { useItemSearch, type ItemSearch } from './use-item-search.ts';
import { useStableItems } from './use-stable-items.ts';

export interface Pane {
  readonly side: Side;
  readonly data: PaneData;
  readonly items: readonly Item[];
  /** The list that is shown, as runs know it. */
  readonly list: ListPlace;
  readonly content: Content;
  readonly display: Display;
  readonly choice: PaneChoice;
  readonly page: number;
  readonly setPage: (page: number) => void;
  readonly setPageSize: (size: PageSize) => void;
  /** Indices of the first item of the page and the one behind its last. */
  readonly start: number;
  readonly end: number;
  readonly place: DataPlace | undefined;
  readonly setPlace: (place: DataPlace | undefined) => void;
  /** A place to bring into view: another object each time. */
  readonly revealed: DataPlace | undefined;
  readonly search: ItemSearch;
  /** How many fields the search finds, where fields are shown. */
  readonly foundFields: number;
  readonly setFoundFields: (count: number) => void;
  /** Fields may be dragged to parameters. */
  readonly canMap: boolean;
  /** The code that reads what stands at keys of an item. */
  readonly codeOf: (keys: readonly Key[]) => string;
  /** Item that previews are made with; undefined where the pane has none. */
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
  const { [side]: data, isReadOnly, looking, look } = useNodeView();
  const { source = '', run, output, distance } = data;
  const items = useStableItems(data.items ?? none);
  const { content, display, choice } = useDisplay(side, items);
  const key = JSON.stringify([source, run, output]);
  const [pageState, setPageState] = useState({ key, page: 0 });
  const page = pageState.key === key ? pageState.page : 0;
  const [placeState, setPlaceState] = useState<{ readonly key: string; readonly place: DataPlace | undefined }>();
  const [foundFields, setFoundFields] = useState(0);
  const [revealed, setRevealed] = useState<DataPlace>();
  const { pageSize } = choice;
  const setPage = useCallback((next: number) => setPageState({ key, page: next }), [key]);
  const setPlace = useCallback((place: DataPlace | undefined) => setPlaceState({ key, place }), [key]);
  const go = useCallback(
    (place: DataPlace) => {
      setPage(pageOf(place.item ?? 0, pageSize));
      setPlace(place);
      setRevealed({ ...place });
    },
    [pageSize, setPage, setPlace],
  );
  const search = useItemSearch(items, go);
  const { start, end } = pageRange(items.length, pageSize, page);
  const pane = useMemo<Pane>(
    () => ({
      side,
      data,
      items,
      list: { node: source, run, output },
      content,
      display,
      choice,
      page,
      setPage,
      setPageSize: (size) => {
        choose(side, { pageSize: size });
        setPage(pageOf(start, size));
      },
      start,
      end,
      place: placeState?.key === key ? placeState.place : undefined,
      setPlace,
      revealed,
      search,
      foundFields,
      setFoundFields,
      canMap: side === 'input' && !isReadOnly,
      codeOf: (keys) => dataPath(itemBase(source, distance), keys),
      chosenItem: side === 'input' ? looking.item : undefined,
      chooseItem: (item) => (side === 'input' ? look({ item }) : undefined),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `data` is another object each time; what is read of it is named
    [
      side,
      items,
      key,
      distance,
      content,
      display,
      choice,
      page,
      setPage,
      start,
      end,
      placeState,
      setPlace,
      revealed,
      search,
      foundFields,
      isReadOnly,
      looking.item,
      look,
    ],
  );
  return <Context value={pane}>{children}</Context>;
}

function useDisplay(side: Side, items: readonly Item[]): Pick<Pane, 'content' | 'display' | 'choice'> {
  const choice = usePaneChoice(side);
  const content = useMemo(() => contentOf(items), [items]);
  // Without items there is nothing to go by: while a node runs its pane stays as it was.
  const chosen = items.length === 0 ? choice.chosen : chosenFor(choice.chosen, content);
  useEffect(() => {
    if (chosen !== choice.chosen) choose(side, { chosen });
  }, [side, chosen, choice.chosen]);
  return { content, choice, display: shownDisplay(chosen, content) };
}
