// Says that nothing reaches webhooks and forms, because the application continues without a port.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { selectLacksPort } from '../../state/desktop.ts';
import { useAppSelector } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface NoPortNoticeProps {
  /** Whether the port is chosen on the same screen. */
  readonly isAtPort?: boolean;
  /** Called before the screen with the port is shown. */
  readonly onChoose?: () => void;
}

export function NoPortNotice({ isAtPort = false, onChoose }: NoPortNoticeProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!useAppSelector(selectLacksPort)) return null;
  const choose = (): void => {
    onChoose?.();
    void navigate('/settings/this-computer');
  };
  return (
    <Notice kind="warning" action={isAtPort ? undefined : <Button onClick={choose}>{t('noPort.choose')}</Button>}>
      {t('noPort.text')}
    </Notice>
  );
}
