// First tab stop of the page: skips the sidebar.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function SkipLink(): ReactNode {
  const { t } = useTranslation();
  const skip = (): void => {
    const main = document.querySelector('main');
    if (main === null) return;
    main.tabIndex = -1;
    main.focus();
  };
  return (
    <button type="button" className="skip-link" onClick={skip}>
      {t('sidebar.skip')}
    </button>
  );
}
