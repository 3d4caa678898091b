// The pages of a long list, and how many items stand on one.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PAGE_SIZES, pageButtons, pageCount } from './pages.ts';
import { usePane } from './pane-context.tsx';
import { SmallSelect } from './small-select.tsx';

export function Pager(): ReactNode {
  const { t } = useTranslation('data');
  const { items, choice, page, setPage, setPageSize } = usePane();
  const { pageSize } = choice;
  // All of them fit the smallest page: there is nothing to choose.
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
