// Searches templates, by words and categories, with collections and an endless list.
import { Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavigationType, useNavigate, useNavigationType } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState, Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search.tsx';
import { CategoryFilter } from './category-filter.tsx';
import { CollectionsCarousel } from './collections-carousel.tsx';
import { LoadingTemplates, TemplatesFailure } from './loading-templates.tsx';
import { TemplateCard } from './template-card.tsx';
import { useLoaded, useTemplateSource } from './use-source.ts';
import { useSearchEvent, useSearchInAddress, useTemplateList, type TemplateList } from './use-template-search.ts';
import './templates.css';

export function TemplatesPage(): ReactNode {
  const { t } = useTranslation('templates');
  const navigate = useNavigate();
  const source = useTemplateSource();
  const { search, typed, setText, setCategories } = useSearchInAddress();
  const { text } = search;
  const ids = search.categories.join();
  const categories = useLoaded(useCallback((signal: AbortSignal) => source.categories(signal), [source]));
  const collections = useLoaded(
    useCallback(
      (signal: AbortSignal) => source.collections({ text, categories: ids === '' ? [] : ids.split(',').map(Number) }, signal),
      [source, text, ids],
    ),
  );
  const list = useTemplateList(source, search, useNavigationType() === NavigationType.Pop);
  const failedParts = [categories, collections, list].filter((each) => each.failure !== undefined);
  const failure = failedParts[0]?.failure;
  const retry = (): void => {
    for (const each of failedParts) each.retry();
  };
  useSearchEvent(search, list.templates === undefined ? undefined : list.total);
  const create = (
    <Button kind="primary" onClick={() => void navigate('/workflow')}>
      <Icon of={Plus} />
      {t('newWorkflow')}
    </Button>
  );
  return (
    <Page title={t('title')} actions={create}>
      <div className="templates">
        <div className="templates-filters">
          <SearchField label={t('search')} value={typed} onChange={setText} autoFocus />
          {categories.data === undefined ? null : (
            <CategoryFilter categories={categories.data} chosen={search.categories} onChange={setCategories} />
          )}
        </div>
        <div className="templates-results">
          {collections.data === undefined || collections.data.length === 0 ? null : <CollectionsCarousel collections={collections.data} />}
          {failure === undefined ? null : <TemplatesFailure failure={failure} retry={retry} />}
          {list.failure === undefined ? <Results list={list} isNarrowed={text !== '' || ids !== ''} /> : null}
        </div>
      </div>
    </Page>
  );
}

function Results({ list, isNarrowed }: { readonly list: TemplateList; readonly isNarrowed: boolean }): ReactNode {
  const { t } = useTranslation('templates');
  const { templates, total, isLoadingMore, loadMore, restoreScroll } = list;
  const end = useAtEnd(loadMore);
  if (templates === undefined) return <LoadingTemplates />;
  if (total === 0) return <EmptyState title={t(isNarrowed ? 'nothingFound' : 'noTemplates')}>{t('nothingFoundHint')}</EmptyState>;
  return (
    <section ref={restoreScroll} aria-label={t('title')} className="template-results">
      <h2 className="card-title" role="status">
        {t('templateCount', { count: total })}
      </h2>
      {templates.map((template) => (
        <TemplateCard key={template.id} template={template} />
      ))}
      {/* A new element for each page, since the end of a short page may already be in view. */}
      <p key={templates.length} ref={end} className="quiet-text template-end">
        {templates.length === total ? t('end') : isLoadingMore ? t('loadingMore') : <Button onClick={loadMore}>{t('more')}</Button>}
      </p>
    </section>
  );
}

/** Calls `onReached` when the element comes into view. */
function useAtEnd(onReached: () => void): (element: Element | null) => void {
  const latest = useRef(onReached);
  const observer = useRef<IntersectionObserver>(undefined);
  useEffect(() => {
    latest.current = onReached;
  });
  return useCallback((element: Element | null) => {
    observer.current?.disconnect();
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    observer.current = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.current.observe(element);
  }, []);
}
