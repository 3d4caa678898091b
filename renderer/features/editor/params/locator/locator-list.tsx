// The list of a resource locator: the chosen resource first; more pages are loaded on scrolling.
import { ExternalLink, Plus } from 'lucide-react';
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '../../../../state/store.ts';
import { modalOpened } from '../../../../state/ui-slice.ts';
import type { RequestFailure } from '../../../../transport/index.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { useOpenNode } from '../../open-node/index.ts';
import { referenceOf } from '../credentials/credential-reference.ts';
import { openedAt } from './locator.ts';
import type { LocatorList as List, LocatorResult } from './use-locator-list.ts';

/** Distance from the end at which the next page is loaded, in pixels. */
const NEAR = 10;
/** Placeholder rows shown while the first page loads. */
const SKELETON = 3;

interface LocatorListProps {
  readonly id: string;
  readonly list: List;
  /** Accessible name of the list. */
  readonly label: string;
  /** The list element, for moving the focus into it. */
  readonly box: RefObject<HTMLUListElement | null>;
  readonly current: string | number;
  readonly onPick: (result: LocatorResult) => void;
}

/** Moves the focus to the first row. */
export const focusFirst = (box: HTMLElement | null): void => box?.querySelector<HTMLElement>('[role="option"]')?.focus();

export function LocatorList({ id, list, label, box, current, onPick }: LocatorListProps): ReactNode {
  const { t } = useTranslation('params');
  useFilledList(box, list);
  const results = useMemo(
    () => [...list.results.filter(({ value }) => value === current), ...list.results.filter(({ value }) => value !== current)],
    [list.results, current],
  );
  const isEmpty = results.length === 0 && !list.isLoading && list.problem === undefined;
  const note = list.awaited ?? (list.needsFilter ? t('locator.searchFirst') : isEmpty ? t('locator.noResults') : undefined);
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = [...(box.current?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
    if (by === undefined || rows.length === 0) return;
    event.preventDefault();
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
  };
  return (
    <>
      {list.problem === undefined ? null : (
        <div className="locator-note" role="alert">
          <strong>{t('locator.failed')}</strong>
          <span>{list.problem.message}</span>
          <CheckCredential problem={list.problem} />
        </div>
      )}
      {note === undefined ? null : <div className="locator-note">{note}</div>}
      <ul
        ref={box}
        id={id}
        className="option-list"
        role="listbox"
        aria-label={t('locator.results', { name: label })}
        aria-busy={list.isLoading}
        tabIndex={results.length > 0 ? 0 : -1}
        onKeyDown={step}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollTop + clientHeight >= scrollHeight - NEAR) list.more();
        }}
      >
        {results.map((result) => (
          <Row key={String(result.value)} result={result} isSelected={result.value === current} onPick={() => onPick(result)} />
        ))}
        {list.isLoading
          ? Array.from({ length: results.length === 0 ? SKELETON : 1 }, (_, index) => (
              <li key={`loading ${index}`} className="locator-skeleton" aria-hidden />
            ))
          : null}
      </ul>
    </>
  );
}

interface RowProps {
  readonly result: LocatorResult;
  readonly isSelected: boolean;
  readonly onPick: () => void;
}

function Row({ result, isSelected, onPick }: RowProps): ReactNode {
  return (
    <li
      className="menu-item option-item"
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      onClick={onPick}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPick();
      }}
    >
      <span className="option-text">{result.name}</span>
      <OpenLink result={result} />
    </li>
  );
}

/** Loads the next page if the current ones do not fill the list, since it cannot be scrolled then. */
function useFilledList(box: RefObject<HTMLUListElement | null>, { hasMore, isLoading, more, results }: List): void {
  useEffect(() => {
    const { clientHeight = 0, scrollHeight = 0 } = box.current ?? {};
    if (hasMore && !isLoading && clientHeight > 0 && scrollHeight <= clientHeight) more();
    // oxlint-disable-next-line react/exhaustive-deps -- runs when a page has been loaded
  }, [results.length, hasMore, isLoading]);
}

function OpenLink({ result: { name, url } }: { readonly result: LocatorResult }): ReactNode {
  const { t } = useTranslation('params');
  const href = openedAt(url, document.baseURI);
  if (href === undefined) return null;
  return (
    <a
      className="locator-out"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={t('locator.open', { name })}
      onClick={(event) => event.stopPropagation()}
    >
      <Icon of={ExternalLink} size={13} />
    </a>
  );
}

/** Errors that a change of the credential may solve, except for a service's rejection. */
const credentialCodes: ReadonlySet<string> = new Set(['CREDENTIAL_NOT_CONNECTED', 'CREDENTIAL_NODE_REFUSED']);
const rejections: ReadonlySet<string | undefined> = new Set(['401', '403']);

/** Opens the node's credential, if it has one and it may be the reason. */
function CheckCredential({ problem: { code, httpCode } }: { readonly problem: RequestFailure }): ReactNode {
  const { t } = useTranslation('params');
  const dispatch = useAppDispatch();
  const { node } = useOpenNode();
  const id = Object.values(node.credentials ?? {})
    .map((reference) => referenceOf(reference)?.id)
    .find((each) => each !== undefined);
  if (id === undefined || !(credentialCodes.has(code) || rejections.has(httpCode))) return null;
  return (
    <button type="button" className="param-link" onClick={() => dispatch(modalOpened({ name: 'credential', activeId: id }))}>
      {t('locator.checkCredential')}
    </button>
  );
}

interface SlowNoticeProps {
  readonly list: List;
  readonly notice: { readonly message: string; readonly timeout: number } | undefined;
}

/** What the node's authors advise if loading takes long. */
export function SlowNotice({ list: { isLoading }, notice }: SlowNoticeProps): ReactNode {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    setIsSlow(false);
    if (!isLoading || notice === undefined) return undefined;
    const timer = setTimeout(() => setIsSlow(true), notice.timeout);
    return () => clearTimeout(timer);
  }, [isLoading, notice]);
  return <div role="status">{isSlow && notice !== undefined ? <div className="locator-note">{notice.message}</div> : null}</div>;
}

interface NewResourceProps {
  readonly list: List;
  readonly options: { readonly defaultName?: string } | undefined;
  readonly onPick: (result: LocatorResult) => void;
}

/** Makes a resource that the list does not contain, named by the search text. */
export function NewResource({ list, options, onPick }: NewResourceProps): ReactNode {
  const { t } = useTranslation('params');
  const { create, filter, isLoading } = list;
  if (create === undefined) return null;
  const name = filter.trim() || (options?.defaultName ?? '');
  if (name === '') return null;
  const make = async (): Promise<void> => {
    const created = await create(name);
    if (created !== undefined) onPick(created);
  };
  return (
    <button type="button" className="menu-item locator-new" disabled={isLoading} onClick={() => void make()}>
      <Icon of={Plus} size={14} />
      <span className="option-text">{t('locator.create', { name })}</span>
    </button>
  );
}
