// The schema of all items: field names, kinds and examples. Each field can be dragged to a parameter.
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Item } from '../../../../../engine/contract/run-data.ts';
import { Marked } from '../marked.tsx';
import { useMappingDrag, usePane } from '../pane-context.tsx';
import { isSamePlace } from '../place.ts';
import { useSliced } from '../sliced.ts';
import { briefText, isNested, kindOf } from '../values.ts';
import { isMatch, SchemaGatherer, schemaRows, type SchemaRow } from './schema.ts';
import { TreeList } from './tree-list.tsx';

function* gathering(gatherer: SchemaGatherer, items: readonly Item[]): Generator<undefined, void> {
  for (const item of items) {
    gatherer.add(item);
    yield undefined;
  }
}

export function SchemaView(): ReactNode {
  const { t } = useTranslation('data');
  const { side, items, place, setPlace, search, setFoundFields } = usePane();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const { value: schema } = useSliced(() => {
    const gatherer = new SchemaGatherer();
    return { steps: gathering(gatherer, items), read: () => gatherer.schema };
  }, [items]);
  const rows = useMemo(() => schemaRows(schema, closed, search.word), [schema, closed, search.word]);
  const found = useMemo(() => {
    const needle = search.word.toLowerCase();
    return rows.filter(({ field }) => needle !== '' && isMatch(field, needle)).length;
  }, [rows, search.word]);
  useEffect(() => setFoundFields(found), [found, setFoundFields]);
  const [moved, setMoved] = useState<object>();
  useEffect(() => setMoved({}), [search.word]);
  const active = rows.findIndex(({ keys }) => isSamePlace(place, { item: undefined, keys }));
  if (rows.length === 0) return <p className="data-nothing">{t(search.word === '' ? 'schema.empty' : 'search.none')}</p>;
  return (
    <TreeList
      label={t('schema.label')}
      prefix={`${side}-schema`}
      count={rows.length}
      rowAt={(index) => rows[index] as SchemaRow}
      active={active}
      revealed={moved}
      onActive={(index) => setPlace({ item: undefined, keys: rows[index]?.keys ?? [] })}
      onToggle={(index) => {
        const id = rows[index]?.id ?? '';
        setClosed((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
      }}
    >
      {(index) => <Field row={rows[index] as SchemaRow} word={search.word} />}
    </TreeList>
  );
}

function Field({ row, word }: { readonly row: SchemaRow; readonly word: string }): ReactNode {
  const { t } = useTranslation('data');
  const drag = useMappingDrag();
  const { field, keys } = row;
  const name = typeof field.key === 'number' ? `[${field.key}]` : field.key;
  return (
    <>
      <span className="data-field" {...drag(keys)}>
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
