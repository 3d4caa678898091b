// Hints at a field: a preview of the result while data is dragged over it, and a hint about dragging data into it.
import './mapping.css';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/values/own-properties.ts';
import { displayText } from '../../../../engine/workflow/values/display-text.ts';
import { useOpenNode } from '../open-node/index.ts';
import { isMappingKnown, useDrag, useIsDragging } from './drag.ts';
import { mappedValue } from './mapped-value.ts';

/** Maximum number of characters of the result. */
const MAX_RESULT = 120;

export function DropPreview({ property, value }: { readonly property: NodeProperty; readonly value: unknown }): ReactNode {
  const { evaluate } = useOpenNode();
  const drag = useDrag();
  if (drag === undefined) return null;
  const next = mappedValue(value, property, drag.mapped.code, drag.place);
  const nextValue = String(isRecord(next) ? next['value'] : next);
  const preview = evaluate(nextValue);
  const result = preview.ok ? (preview.digits ?? displayText(preview.value)) : preview.text;
  return (
    <div className="raised drop-preview" aria-hidden>
      <code>{nextValue.slice(1)}</code>
      <span data-ok={preview.ok}>{result.length > MAX_RESULT ? `${result.slice(0, MAX_RESULT)}…` : result}</span>
    </div>
  );
}

/** Milliseconds before the hint appears, and for which it is shown. */
const DELAY = 500;
const DURATION = 6000;

/** Whether the hint has timed out; then it is not shown again until the page is reloaded. */
let hasTimedOut = false;

/** Shown until the user has mapped data once. `isActive`: whether an empty field that accepts data has the focus. */
export function MappingHint({ isActive }: { readonly isActive: boolean }): ReactNode {
  const { t } = useTranslation('params');
  const { input } = useOpenNode();
  const isDragging = useIsDragging();
  const [isVisible, setShown] = useState(false);
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
  if (!isVisible || !isAllowed) return null;
  return (
    <div className="raised mapping-hint" role="status">
      {t('mapping.hint')}
    </div>
  );
}
