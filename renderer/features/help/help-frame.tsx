// The frame of all pages of the help: the list of pages with its search, the article, and what is on the page.
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { editorApi } from '../../api/editor.ts';
import { helpPages, helpPath, nodeOfHelpPath, type HelpPageName } from '../../lib/help-pages.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search.tsx';
import type { HelpHeading } from './help-html.ts';
import { searchHelp } from './search-help.ts';
import { useHelpPages, type Shortcuts } from './use-help-pages.ts';
import './help.css';

export interface HelpFrameProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly headings: readonly HelpHeading[];
  readonly shortcuts: Shortcuts;
  /** The page of the list that is open, for the links to its neighbours. */
  readonly page?: HelpPageName;
  readonly children: ReactNode;
}

export function HelpFrame({ title, actions, headings, shortcuts, page, children }: HelpFrameProps): ReactNode {
  const { t } = useTranslation('help');
  return (
    <Page title={title} actions={actions}>
      <div className="help">
        <HelpContents shortcuts={shortcuts} current={page} />
        {headings.length < 2 ? null : (
          <nav className="help-headings" aria-label={t('onThisPage')}>
            <h2 className="help-list-title">{t('onThisPage')}</h2>
            <ul>
              {headings.map(({ id, text, level }) => (
                <li key={id} data-level={level}>
                  <Link to={`#${id}`}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <article className="help-article">
          {children}
          {page === undefined ? null : <Neighbours page={page} />}
        </article>
      </div>
    </Page>
  );
}

/** The list of pages; while something is searched for, what matches. */
function HelpContents({ shortcuts, current }: { readonly shortcuts: Shortcuts; readonly current: HelpPageName | undefined }): ReactNode {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation();
  const [words, setWords] = useState('');
  const isSearching = words.trim() !== '';
  return (
    <nav className="help-contents" aria-label={t('pages')}>
      <SearchField label={t('search')} value={words} onChange={setWords} />
      {isSearching ? (
        <Results words={words} shortcuts={shortcuts} />
      ) : (
        <ul>
          {helpPages.map((page) => (
            <li key={page}>
              <Link to={helpPath(page)} aria-current={page === current ? 'page' : undefined}>
                {common(`help.pages.${page}`)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Results({ words, shortcuts }: { readonly words: string; readonly shortcuts: Shortcuts }): ReactNode {
  const { t } = useTranslation('help');
  const pages = useHelpPages(shortcuts);
  const { data: types = [] } = editorApi.useNodeTypesQuery();
  if (pages === undefined) return <p className="quiet-text">{t('searching')}</p>;
  const results = searchHelp(
    words,
    pages,
    types.filter(({ documentationUrl }) => nodeOfHelpPath(documentationUrl) !== undefined),
  );
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('results', { count: results.length })}
      </p>
      {results.length === 0 ? <p className="quiet-text">{t('noResults')}</p> : null}
      <ul>
        {results.map(({ to, title, excerpt }) => (
          <li key={to}>
            <Link to={to}>
              {title}
              <span className="quiet-text">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Neighbours({ page }: { readonly page: HelpPageName }): ReactNode {
  const { t } = useTranslation('help');
  const { t: common } = useTranslation();
  const at = helpPages.indexOf(page);
  const [previous, next] = [helpPages[at - 1], helpPages[at + 1]];
  return (
    <nav className="help-neighbours" aria-label={t('neighbours')}>
      {previous === undefined ? null : (
        <Link to={helpPath(previous)} rel="prev">
          <Icon of={ArrowLeft} />
          {common(`help.pages.${previous}`)}
        </Link>
      )}
      <span className="row-grow" />
      {next === undefined ? null : (
        <Link to={helpPath(next)} rel="next">
          {common(`help.pages.${next}`)}
          <Icon of={ArrowRight} />
        </Link>
      )}
    </nav>
  );
}
