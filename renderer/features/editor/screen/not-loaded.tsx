// Shown in place of the editor if what it should open could not be loaded or does not exist.
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { NotFoundPage } from '../../../ui/not-found.tsx';
import { Notice } from '../../../ui/notice.tsx';

interface NotLoadedProps {
  readonly title: string;
  readonly reason: string | undefined;
  readonly onRetry: () => void;
}

/** The workflow, the execution or the node types could not be loaded. */
export function NotLoaded({ title, reason, onRetry }: NotLoadedProps): ReactNode {
  const { t } = useTranslation('editor');
  useEffect(() => {
    document.title = `${title} – Millrace`;
  }, [title]);
  return (
    <main className="editor-filling">
      <div className="editor-failure">
        <Notice kind="error" title={title} action={<Button onClick={onRetry}>{t('retry')}</Button>}>
          {reason}
        </Notice>
        <Link to="/workflows">{t('toList')}</Link>
      </div>
    </main>
  );
}

/** The workflow or the execution does not exist, or the user may not see it. */
export function Missing(): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${t('notFound.title')} – ${t('product')}`;
  }, [t]);
  return <NotFoundPage />;
}
