// A page beside the sidebar: header with title and actions, body, empty state, card, loading indicator.
import './page.css';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRetainedFocus } from './floating/focus.ts';

export interface PageProps {
  readonly title: string;
  readonly actions?: ReactNode;
  /** Whether the line length is limited, for forms and texts. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

export function Page({ title, actions, isNarrow = false, children }: PageProps): ReactNode {
  const main = useRef<HTMLElement>(null);
  useRetainedFocus(main);
  return (
    <main ref={main} className="page" tabIndex={-1}>
      <header className="page-head">
        <h1 className="page-title">{title}</h1>
        {actions === undefined ? null : <div className="page-actions">{actions}</div>}
      </header>
      <div className="page-body">
        <div className="page-content" data-narrow={isNarrow}>
          {children}
        </div>
      </div>
    </main>
  );
}

export interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Empty state: suggests the next step with a sentence and a button. */
export function EmptyState({ title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className="empty-state">
      <h2 className="empty-title">{title}</h2>
      {children === undefined ? null : <p className="empty-text">{children}</p>}
      {action}
    </div>
  );
}

export function Card({ title, children }: { readonly title?: string; readonly children: ReactNode }): ReactNode {
  return (
    <section className="card">
      {title === undefined ? null : <h2 className="card-title">{title}</h2>}
      {children}
    </section>
  );
}

/** Shown after a short delay, so that quick loads do not flash. */
export function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="waiting" role="status">
      <span className="waiting-wheel" aria-hidden />
      <span>{t('loading')}</span>
    </div>
  );
}
