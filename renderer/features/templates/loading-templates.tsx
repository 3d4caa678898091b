// What is shown in the place of templates: that they are loading, or why they could not be loaded.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { selectSession } from '../../state/session.ts';
import { useAppSelector } from '../../state/store.ts';
import type { RequestFailure } from '../../transport/transport.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Waiting } from '../../ui/page.tsx';

/** With a warning if the templates service has not responded to the health check. */
export function LoadingTemplates(): ReactNode {
  const { t } = useTranslation('templates');
  const { hasTemplates } = useAppSelector(selectSession);
  return (
    <>
      {hasTemplates === false ? <Notice kind="warning" title={t('notResponding')} /> : null}
      <Waiting />
    </>
  );
}

export function TemplatesFailure({ failure, retry }: { readonly failure: RequestFailure; readonly retry: () => void }): ReactNode {
  const { t } = useTranslation('templates');
  return (
    <Notice kind="error" title={t('unreachable')} action={<Button onClick={retry}>{t('retry')}</Button>}>
      {failure.message}
    </Notice>
  );
}
