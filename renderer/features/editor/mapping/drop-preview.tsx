// What a field would become if the data held above it were let go: the expression, and what it comes to.
import './mapping.css';
import type { ReactNode } from 'react';
import type { NodeProperty } from '../../../../engine/workflow/node-type.ts';
import { isRecord } from '../../../../engine/workflow/own-properties.ts';
import { shownValue } from '../../../../engine/workflow/shown-value.ts';
import { useNodeView } from '../node-view/node-view-context.tsx';
import { useDrag } from './drag.ts';
import { mappedValue } from './mapped-value.ts';

/** Characters of the result that are shown. */
const MOST = 120;

export function DropPreview({ property, value }: { readonly property: NodeProperty; readonly value: unknown }): ReactNode {
  const { evaluate } = useNodeView();
  const drag = useDrag();
  if (drag === undefined) return null;
  const next = mappedValue(value, property, drag.mapped.code);
  const text = String(isRecord(next) ? next['value'] : next);
  const preview = evaluate(text);
  const result = preview.ok ? shownValue(preview.value) : preview.text;
  return (
    <div className="drop-preview" aria-hidden>
      <code>{text.slice(1)}</code>
      <span data-ok={preview.ok}>{result.length > MOST ? `${result.slice(0, MOST)}…` : result}</span>
    </div>
  );
}
