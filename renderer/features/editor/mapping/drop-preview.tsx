// A preview of the field after the drop: the expression and its result.
import './mapping.css';
import type { ReactNode } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import { shownValue } from '../../../../engine/workflow/shown-value.ts';
import { useOpenNode } from '../open-node/index.ts';
import { useDrag } from './drag.ts';
import { mappedValue } from './mapped-value.ts';

/** Maximum number of characters of the result. */
const MAX_RESULT = 120;

export function DropPreview({ property, value }: { readonly property: NodeProperty; readonly value: unknown }): ReactNode {
  const { evaluate } = useOpenNode();
  const drag = useDrag();
  if (drag === undefined) return null;
  const next = mappedValue(value, property, drag.mapped.code);
  const text = String(isRecord(next) ? next['value'] : next);
  const preview = evaluate(text);
  const result = preview.ok ? shownValue(preview.value) : preview.text;
  return (
    <div className="raised drop-preview" aria-hidden>
      <code>{text.slice(1)}</code>
      <span data-ok={preview.ok}>{result.length > MAX_RESULT ? `${result.slice(0, MAX_RESULT)}…` : result}</span>
    </div>
  );
}
