// Says how data comes into a field: shown beside an empty one, until data was mapped once.
import './mapping.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { useIsDragging } from './drag.ts';
import { isMappingKnown } from './known.ts';

/** Milliseconds after which it comes, and after which it goes. */
const APPEARS = 500;
const GOES = 6000;

/** It went by itself: once is enough until the page is loaded anew. */
let hasGone = false;

/** `isWanted` while an empty field that takes data has the focus. */
export function MappingHint({ isWanted }: { readonly isWanted: boolean }): ReactNode {
  const { t } = useTranslation('params');
  const { input } = useNodeView();
  const isDragging = useIsDragging();
  const [isShown, setShown] = useState(false);
  const may = isWanted && !isDragging && (input.items?.length ?? 0) > 0 && !hasGone && !isMappingKnown();
  useEffect(() => {
    if (!may) return undefined;
    const appears = setTimeout(() => setShown(true), APPEARS);
    const goes = setTimeout(() => {
      hasGone = true;
      setShown(false);
    }, APPEARS + GOES);
    return () => {
      clearTimeout(appears);
      clearTimeout(goes);
      setShown(false);
    };
  }, [may]);
  if (!isShown || !may) return null;
  return (
    <div className="mapping-hint" role="status">
      {t('mapping.hint')}
    </div>
  );
}
