// The items of a pane in the chosen display, with their pages. Large data is only shown on request.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BinaryView } from './binary/binary-view.tsx';
import { HtmlView } from './binary/html-view.tsx';
import { estimatedSize, inMegabytes, TOO_MUCH } from './data-size.ts';
import type { Display } from './display.ts';
import { PAGE_SIZES, pageButtons, pageCount } from './pages.ts';
import { usePane } from './pane-context.tsx';
import { PaneMessage } from './pane-frame.tsx';
import { PlaceBar } from './place-bar.tsx';
import { SmallSelect } from '../../../ui/fields/select.tsx';
import { DataTable } from './table/data-table.tsx';
import { JsonView } from './tree/json-view.tsx';
import { SchemaView } from './tree/schema-view.tsx';

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
      {/* The key resets scroll position and expanded values when the list changes. */}
      <View key={`${list.node} ${list.run} ${list.output} ${start} ${end}`} />
      {hasPlace ? <PlaceBar /> : null}
      <Pager />
    </>
  );
}

function Pager(): ReactNode {
  const { t } = useTranslation('data');
  const { items, choice, page, setPage, setPageSize } = usePane();
  const { pageSize } = choice;
  // All items fit on the smallest page.
  if (items.length <= PAGE_SIZES[0]) return null;
  const pages = pageCount(items.length, pageSize);
  const at = Math.min(page, pages - 1);
  return (
    <nav className="data-pager" aria-label={t('pages.label')}>
      {pages === 1 ? null : (
        <>
          <IconButton label={t('pages.before')} size="small" disabled={at === 0} onClick={() => setPage(at - 1)}>
            <Icon of={ChevronLeft} size={14} />
          </IconButton>
          {pageButtons(at, pages).map((button, index) =>
            button === 'gap' ? (
              <span key={`gap ${index}`} aria-hidden>
                …
              </span>
            ) : (
              <button
                key={button}
                type="button"
                className="data-page"
                aria-label={t('pages.page', { number: button + 1 })}
                aria-current={button === at ? 'page' : undefined}
                onClick={() => setPage(button)}
              >
                {(button + 1).toLocaleString()}
              </button>
            ),
          )}
          <IconButton label={t('pages.next')} size="small" disabled={at === pages - 1} onClick={() => setPage(at + 1)}>
            <Icon of={ChevronRight} size={14} />
          </IconButton>
        </>
      )}
      <SmallSelect
        label={t('pages.size')}
        value={String(pageSize)}
        options={PAGE_SIZES.map((size) => ({
          value: String(size),
          label: size === 'all' ? t('pages.all') : t('pages.perPage', { count: size }),
        }))}
        onChange={(value) => setPageSize(PAGE_SIZES.find((size) => String(size) === value) ?? PAGE_SIZES[0])}
      />
    </nav>
  );
}
