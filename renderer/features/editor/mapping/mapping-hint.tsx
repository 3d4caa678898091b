// A hint at an empty field about dragging data into it, shown until the user has mapped data once.
import './mapping.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenNode } from '../open-node/index.ts';
import { useIsDragging } from './drag.ts';
import { isMappingKnown } from './known.ts';

/** Milliseconds before the hint appears, and for which it is shown. */
const DELAY = 500;
const DURATION = 6000;

/** Whether the hint has timed out; then it is not shown again until the page is reloaded. */
let hasTimedOut = false;

/** `isActive`: whether an empty field that accepts data has the focus. */
export function MappingHint({ isActive }: { readonly isActive: boolean }): ReactNode {
  const { t } = useTranslation('params');
  const { input } = useOpenNode();
  const isDragging = useIsDragging();
  const [isShown, setShown] = useState(false);
  const isAllowed = isActive && !isDragging && (input.items?.length ?? 0) > 0 && !hasTimedOut && !isMappingKnown();
  useEffect(() => {
    if (!isAllowed) return undefined;
    const showTimer = setTimeout(() => setShown(true), DELAY);
    const hideTimer = setTimeout(() => {
      hasTimedOut = true;
      setShown(false);
    }, DELAY + DURATION);
    return () => {
      clearTimeout(showTimer);
      clearTimeout(hideTimer);
      setShown(false);
    };
  }, [isAllowed]);
  if (!isShown || !isAllowed) return null;
  return (
    <div className="raised mapping-hint" role="status">
      {t('mapping.hint')}
    </div>
  );
}
