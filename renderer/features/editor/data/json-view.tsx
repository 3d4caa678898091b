// The items of a page as JSON: a tree, or plain text.
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hover } from './hover.ts';
import { JsonTree } from './json-tree.tsx';
import { usePane } from './pane-context.tsx';
import type { DataPlace, Key } from './place.ts';
import { TextView } from './text-view.tsx';
import { useMappingDrag } from './use-mapping-drag.ts';
import { usePaired } from './use-paired.ts';

const keysOf = (place: DataPlace | undefined, first: number): readonly Key[] | undefined =>
  place === undefined ? undefined : [place.item ?? first, ...place.keys];

export function JsonView(): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, start, end, place, setPlace, revealed, search, choice, list, chooseItem } = usePane();
  const drag = useMappingDrag();
  const isPaired = usePaired();
  const values = useMemo(() => items.slice(start, end).map(({ json }) => json), [items, start, end]);
  const shown = useMemo(() => keysOf(revealed, start), [revealed, start]);
  const active = useMemo(() => keysOf(place, start), [place, start]);
  const leave = useCallback(() => hover(undefined), []);
  useEffect(() => leave, [leave]);
  if (choice.isText) return <TextView />;
  return (
    <JsonTree
      label={t('json.label')}
      prefix={`${side}-json`}
      values={values}
      isList
      first={start}
      word={search.word}
      active={active}
      revealed={shown}
      drag={drag}
      onActive={([item, ...keys]) => {
        setPlace({ item: Number(item), keys });
        chooseItem(Number(item));
      }}
      onHover={(item) => hover(item < 0 ? undefined : { side, place: { ...list, item } })}
      onLeave={leave}
      isMarked={(item) => item >= 0 && isPaired(item)}
    />
  );
}
