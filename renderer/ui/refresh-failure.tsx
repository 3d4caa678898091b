// A line above a list that could not be refreshed. The rows stay, and the line disappears with the next refresh that succeeds.
import './page.css';
import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** `error`: why the last refresh failed; undefined if it succeeded. */
export function RefreshFailure({ error }: { readonly error: unknown }): ReactNode {
  const { t } = useTranslation();
  const { message } = (error ?? {}) as { readonly message?: string };
  return (
    // Must stay in the document: screen readers announce changes of existing elements only.
    <div className="refresh-failure" role="status">
      {error === undefined ? null : (
        <>
          <Icon of={CloudOff} size={14} />
          {t('refreshFailed', { message: message ?? '' })}
        </>
      )}
    </div>
  );
}
