// A text of the help, rendered from Markdown. Links to pages of the editor are followed here, or in a window of their own beside an open node.
import { useEffect, useMemo, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { helpHtml, type HelpHtml } from './help-html.ts';
import './help.css';

/** Returns the HTML and the headings of a text; both empty while it is loading. */
export function useHelpHtml(markdown: string | undefined): HelpHtml {
  const { t } = useTranslation('help');
  const base = useHref('/');
  return useMemo(
    () =>
      helpHtml(markdown ?? '', {
        urlOf: (path) => base + path.slice(1),
        tableLabel: t('table'),
      }),
    [markdown, base, t],
  );
}

export interface HelpTextProps {
  readonly html: string;
  /** Whether links open another window, so that the editor stays open. */
  readonly opensWindows?: boolean;
}

export function HelpText({ html, opensWindows = false }: HelpTextProps): ReactNode {
  const navigate = useNavigate();
  const follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-to]');
    const to = link?.dataset['to'];
    if (to === undefined || opensWindows || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(to);
  };
  const content = useMemo(() => ({ __html: html }), [html]);
  // oxlint-disable-next-line react/no-danger -- sanitized by renderMarkdown; its links are reached by keyboard themselves
  return <div className="help-text" onClick={follow} dangerouslySetInnerHTML={content} />;
}

/** Scrolls to the heading that the address names, once `html` is rendered; to the top without one. */
export function useAnchor(html: string): void {
  const { hash, pathname } = useLocation();
  useEffect(() => {
    if (html === '') return;
    const target = hash === '' ? document.querySelector('.help') : document.getElementById(decodeURIComponent(hash.slice(1)));
    target?.scrollIntoView({ block: 'start' });
  }, [html, hash, pathname]);
}
