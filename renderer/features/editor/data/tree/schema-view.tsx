// The schema of all items: field names, kinds and examples. Each field can be dragged to a parameter.
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { Marked } from '../marked.tsx';
import { useMappingDrag, usePane } from '../pane-context.tsx';
import { isSamePlace, type DataPlace } from '../place.ts';
import { useSliced } from '../sliced.ts';
import { briefText, isNested, kindOf } from '../values.ts';
import { useAncestors, type Ancestor } from './ancestors.ts';
import { isMatch, SchemaGatherer, schemaRows, type SchemaRow } from './schema.ts';
import type { ListedRow } from './tree-keys.ts';
import { TreeList } from './tree-list.tsx';

function* gathering(gatherer: SchemaGatherer, items: readonly Item[]): Generator<undefined, void> {
  for (const item of items) {
    gatherer.add(item);
    yield undefined;
  }
}

/** A field of the pane's items or of an ancestor's, or the heading of an ancestor. */
type Row = ListedRow & { readonly keys: SchemaRow['keys']; readonly field?: SchemaRow['field']; readonly from?: Ancestor };

/** Returns the headings of ancestors with their fields. With a search word, only those with matching fields. */
function ancestorRows(ancestors: readonly Ancestor[], closed: ReadonlySet<string>, word: string): readonly Row[] {
  const lists = ancestors.flatMap((from) => {
    const id = `node ${from.name.replaceAll('/', '//')} /`;
    const rows = schemaRows(from.schema, closed, word, { prefix: id, levels: 1 });
    return rows.length === 0 && word !== '' ? [] : [{ id, from, rows }];
  });
  return lists.flatMap(({ id, from, rows }, index): readonly Row[] => {
    const isOpen = from.schema.fields.size === 0 ? undefined : word !== '' || !closed.has(id);
    const heading = { id, depth: 1, keys: [], from, isOpen, position: index + 1, siblings: lists.length };
    return isOpen === true ? [heading, ...rows.map((row) => ({ ...row, from }))] : [heading];
  });
}

export function SchemaView(): ReactNode {
  const { t } = useTranslation('data');
  const { side, data, items, position, setPosition, search, setFoundFields } = usePane();
  const ancestors = useAncestors(side, data.source);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { value: schema } = useSliced(() => {
    const gatherer = new SchemaGatherer();
    return { steps: gathering(gatherer, items), read: () => gatherer.schema };
  }, [items]);
  const own = useMemo(() => schemaRows(schema, closed, search.word), [schema, closed, search.word]);
  const ancestorLines = useMemo(() => ancestorRows(ancestors, closed, search.word), [ancestors, closed, search.word]);
  const rows = useMemo((): readonly Row[] => [...own, ...ancestorLines], [own, ancestorLines]);
  const matches = useMemo(() => {
    const needle = search.word.toLowerCase();
    return rows.filter(({ field }) => needle !== '' && field !== undefined && isMatch(field, needle)).length;
  }, [rows, search.word]);
  useEffect(() => setFoundFields(matches), [matches, setFoundFields]);
  const [moved, setMoved] = useState<object>();
  useEffect(() => setMoved({}), [search.word]);
  const positionOf = ({ keys, from }: Row): DataPlace => ({ item: undefined, keys, ...(from === undefined ? {} : { from: from.name }) });
  const active = rows.findIndex((row) => isSamePlace(position, positionOf(row)));
  if (rows.length === 0) return <p className="data-nothing">{t(search.word === '' ? 'schema.empty' : 'search.none')}</p>;
  return (
    <TreeList
      label={t('schema.label')}
      prefix={`${side}-schema`}
      count={rows.length}
      rowAt={(index) => rows[index] as Row}
      active={active}
      revealed={moved}
      onActive={(index) => setPosition(positionOf(rows[index] as Row))}
      onToggle={(index) => {
        const id = rows[index]?.id ?? '';
        setClosed((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
      }}
    >
      {(index) => <RowText row={rows[index] as Row} word={search.word} />}
    </TreeList>
  );
}

function RowText({ row, word }: { readonly row: Row; readonly word: string }): ReactNode {
  const { t } = useTranslation('data');
  const drag = useMappingDrag();
  const { field, keys, from } = row;
  if (field === undefined) {
    const count = from?.items.length ?? 0;
    return (
      <>
        <span className="data-ancestor">{from?.name}</span>
        <span className="data-kinds">{t('items', { count, shown: count.toLocaleString() })}</span>
      </>
    );
  }
  const name = typeof field.key === 'number' ? `[${field.key}]` : field.key;
  return (
    <>
      <span className="data-field" {...drag(keys, from?.name)}>
        <Marked text={name} word={word} />
      </span>
      <span className="data-kinds">{[...field.kinds].map((kind) => t(`kind.${kind}`)).join(', ')}</span>
      {isNested(field.example) || field.example === undefined ? null : (
        <span className="data-example" data-kind={kindOf(field.example)}>
          <Marked text={briefText(field.example, 200)} word={word} />
        </span>
      )}
    </>
  );
}
