// The search for templates: in the address, with categories and words, and page by page.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { TemplateSummary } from '../../../engine/contract/rest/templates.ts';
import type { TemplateSearch, TemplateSource } from '../../api/templates.ts';
import { useAppDispatch } from '../../state/store.ts';
import { usageTracked } from '../../state/usage-events.ts';
import { failureToast } from '../../state/toasts.ts';
import type { RequestFailure } from '../../transport/transport.ts';

/** Number of templates per page. */
const ROWS = 20;
/** Milliseconds without typing after which a search begins. */
const DEBOUNCE = 500;

export interface TemplateList {
  /** Undefined until the first page is loaded. */
  readonly templates: readonly TemplateSummary[] | undefined;
  readonly total: number;
  readonly failure: RequestFailure | undefined;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  /** Ref of an element of the list. */
  readonly restoreScroll: (element: Element | null) => void;
}

/** The search in the address (`search`, `categories`), and what is typed, which gets there a moment later. */
export function useSearchInAddress(): {
  readonly search: TemplateSearch;
  readonly typed: string;
  readonly setText: (text: string) => void;
  readonly setCategories: (ids: readonly number[]) => void;
} {
  const [params, setParams] = useSearchParams();
  const text = params.get('search') ?? '';
  const idsText = params.get('categories') ?? '';
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Back and forward change the address under the field.
  useEffect(() => setTyped(text), [text]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  // A category may be chosen before the search begins: an earlier `change` does not know the new address.
  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  return {
    search: { text, categories: idsText.split(',').flatMap((id) => (/^\d+$/.test(id) ? [Number(id)] : [])) },
    typed,
    setText: (value) => {
      setTyped(value);
      clearTimeout(timer.current);
      const { pathname } = globalThis.location;
      timer.current = setTimeout(() => {
        // A click may have led elsewhere, while this page is still shown.
        if (globalThis.location.pathname === pathname) latestChange.current('search', value.trim());
      }, DEBOUNCE);
    },
    setCategories: (ids) => change('categories', ids.join(',')),
  };
}

/** Milliseconds without another search after which one is tracked. */
const TRACKED_AFTER = 1000;

/** Tracks searches of a visit by their size, not by their words. `total`: number of results; undefined until they are loaded. */
export function useSearchEvent({ text, categories }: TemplateSearch, total: number | undefined): void {
  const dispatch = useAppDispatch();
  const [characters, count] = [text.length, categories.length];
  const [session] = useState(() => `templates-${Date.now()}`);
  useEffect(() => {
    if ((characters === 0 && count === 0) || total === undefined) return undefined;
    const event = usageTracked({ name: 'templates searched', session, characters, categories: count, results: total });
    const timer = setTimeout(() => dispatch(event), TRACKED_AFTER);
    return () => clearTimeout(timer);
  }, [dispatch, session, text, characters, count, total]);
}

interface Pages {
  /** The search that they belong to. */
  readonly key: string;
  readonly templates?: readonly TemplateSummary[];
  readonly total?: number;
  readonly failure?: RequestFailure;
}

/** The list that was left last, for the way back to it. */
let leftList: { readonly source: TemplateSource; readonly pages: Pages; readonly scrollTop: number } | undefined;

/** `isReturn`: whether the visitor comes back to the list, which then is as it was left. */
export function useTemplateList(source: TemplateSource, search: TemplateSearch, isReturn: boolean): TemplateList {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const key = JSON.stringify(search);
  const [pages, setPages] = useState(() =>
    isReturn && leftList?.source === source && leftList.pages.key === key ? leftList.pages : undefined,
  );
  const hasPages = pages?.key === key;
  const [attempt, setAttempt] = useState(0);
  const [isLoadingMore, setIsLoadingMore] = useState(false);
  useEffect(() => {
    if (hasPages) return undefined;
    const abort = new AbortController();
    source.list(JSON.parse(key) as TemplateSearch, { skip: 0, rows: ROWS }, abort.signal).then(
      ({ workflows, totalWorkflows }) => setPages({ key, templates: workflows, total: totalWorkflows }),
      (failure: unknown) => (abort.signal.aborted ? undefined : setPages({ key, failure: failure as RequestFailure })),
    );
    return () => abort.abort();
  }, [source, key, attempt, hasPages]);
  const current = pages?.key === key ? pages : undefined;
  const { templates, total = 0, failure } = current ?? {};
  const loadMore = useCallback(() => {
    if (isLoadingMore || templates === undefined || templates.length >= total) return;
    setIsLoadingMore(true);
    source
      .list(JSON.parse(key) as TemplateSearch, { skip: templates.length, rows: ROWS })
      .then(({ workflows, totalWorkflows }) => {
        // A page without templates is the last one, whatever the total says.
        const isEnd = workflows.length === 0;
        setPages((before) =>
          before?.key === key
            ? { ...before, templates: [...templates, ...workflows], total: isEnd ? templates.length : totalWorkflows }
            : before,
        );
      })
      .catch((error: unknown) => dispatch(failureToast(t('moreFailed'), error as RequestFailure)))
      .finally(() => setIsLoadingMore(false));
  }, [source, key, templates, total, isLoadingMore, dispatch, t]);
  const retry = (): void => {
    setPages(undefined);
    setAttempt((before) => before + 1);
  };
  return { templates, total, failure, isLoadingMore, loadMore, retry, restoreScroll: useScrollMemory(source, current, isReturn) };
}

/** Returns a ref for an element of the list, whose page is scrolled to where it was left. */
function useScrollMemory(source: TemplateSource, pages: Pages | undefined, isReturn: boolean): (element: Element | null) => void {
  const body = useRef<Element | null>(null);
  const latest = useRef(pages);
  useEffect(() => {
    latest.current = pages;
  });
  return useCallback(
    (element: Element | null) => {
      if (element === null) {
        if (body.current !== null && latest.current !== undefined)
          leftList = { source, pages: latest.current, scrollTop: body.current.scrollTop };
        return;
      }
      body.current = element.closest('.page-body');
      if (body.current !== null && isReturn && leftList !== undefined && leftList.pages === latest.current)
        body.current.scrollTop = leftList.scrollTop;
    },
    [isReturn, source],
  );
}
