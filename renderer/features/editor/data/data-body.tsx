// The items of a pane, shown as is chosen; asks first where they are too much.
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { BinaryView } from './binary-view.tsx';
import { estimatedSize, inMegabytes, TOO_MUCH } from './data-size.ts';
import { DataTable } from './data-table.tsx';
import type { Display } from './display.ts';
import { HtmlView } from './html-view.tsx';
import { JsonView } from './json-view.tsx';
import { Pager } from './pager.tsx';
import { usePane } from './pane-context.tsx';
import { PaneMessage } from './pane-message.tsx';
import { PlaceBar } from './place-bar.tsx';
import { SchemaView } from './schema-view.tsx';

const views: Readonly<Record<Display, () => ReactNode>> = {
  table: DataTable,
  json: JsonView,
  schema: SchemaView,
  binary: BinaryView,
  html: HtmlView,
};

export function DataBody(): ReactNode {
  const { t } = useTranslation('data');
  const { items, start, end, display, list } = usePane();
  const [accepted, setAccepted] = useState<readonly unknown[]>();
  const bytes = useMemo(() => estimatedSize(items.slice(start, end)), [items, start, end]);
  if (bytes > TOO_MUCH && accepted !== items) {
    return (
      <>
        <PaneMessage title={t('tooMuch.title', { size: inMegabytes(bytes) })} text={t('tooMuch.text')}>
          <Button onClick={() => setAccepted(items)}>{t('tooMuch.show')}</Button>
        </PaneMessage>
        <Pager />
      </>
    );
  }
  const View = views[display];
  const hasPlace = display === 'table' || display === 'json' || display === 'schema';
  return (
    <>
      {/* Another list begins at its top, closed as it comes. */}
      <View key={`${list.node} ${list.run} ${list.output} ${start} ${end}`} />
      {hasPlace ? <PlaceBar /> : null}
      <Pager />
    </>
  );
}
