// Screen for an unexpected error: explains it, and offers details to copy and a way out.
import { Component, useEffect, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy.tsx';
import '../ui/plain-page.css';

/** Returns details of a failure as text to copy. */
export function detailsOf(error: unknown, componentStack?: string): string {
  const cause = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [cause, componentStack].filter((text) => text !== undefined && text !== '').join('\n');
}

export function CrashPage({ details }: { readonly details: string }): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('crash.title')} – ${t('product')}`;
  }, [t]);
  return (
    <main className="plain-page">
      <h1 className="plain-title">{t('crash.title')}</h1>
      <p className="plain-text">{t('crash.text')}</p>
      <pre className="plain-details" tabIndex={0} aria-label={t('crash.details')}>
        {details}
      </pre>
      <div className="row">
        <CopyButton text={details} label={t('crash.copy')} />
        <Button kind="primary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      </div>
    </main>
  );
}

/** Error element of a route: shows errors of its screen, also while it loads. */
export function RouteFailure(): ReactNode {
  return <CrashPage details={detailsOf(useRouteError())} />;
}

/** Outermost error boundary, for errors that no route catches. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, { readonly details?: string }> {
  override state: { readonly details?: string } = {};

  static getDerivedStateFromError(error: unknown): { details: string } {
    return { details: detailsOf(error) };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.setState({ details: detailsOf(error, componentStack ?? undefined) });
  }

  override render(): ReactNode {
    return this.state.details === undefined ? this.props.children : <CrashPage details={this.state.details} />;
  }
}
