// A tip that is shown once per browser, after a short delay.
import { X } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { saveStored, readStored } from '../../../lib/browser-storage.ts';

/** Milliseconds before the tip appears. */
const DELAY = 500;

export const rememberTip = (flag: string): boolean => saveStored(flag, 'true');

interface FirstTimeTipProps {
  /** Key in the browser's storage. */
  readonly flag: string;
  readonly text: string;
  /** Milliseconds after which the tip disappears. */
  readonly hideAfter?: number;
}

export function FirstTimeTip({ flag, text, hideAfter }: FirstTimeTipProps): ReactNode {
  const { t } = useTranslation('data');
  const [isVisible, setIsShown] = useState(false);
  useEffect(() => {
    // If storage is blocked, the tip is not shown, since it would return every time.
    if (readStored(flag) !== null) return undefined;
    const timer = setTimeout(() => {
      setIsShown(true);
      rememberTip(flag);
    }, DELAY);
    return () => clearTimeout(timer);
  }, [flag]);
  useEffect(() => {
    if (!isVisible || hideAfter === undefined) return undefined;
    const timer = setTimeout(() => setIsShown(false), hideAfter);
    return () => clearTimeout(timer);
  }, [isVisible, hideAfter]);
  if (!isVisible) return null;
  return (
    <div className="raised data-tip" role="status">
      <span>{text}</span>
      <IconButton label={t('tip.close')} size="small" onClick={() => setIsShown(false)}>
        <Icon of={X} size={12} />
      </IconButton>
    </div>
  );
}
