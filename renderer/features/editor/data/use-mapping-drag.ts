// Starts dragging a field of the input to a parameter.
import type { PointerEvent } from 'react';
import { startDrag } from '../mapping/index.ts';
import { rememberTip } from './first-time-tip.tsx';
import { usePane } from './pane-context.tsx';
import type { Key } from './place.ts';

/** Storage key of the tip about dragging. */
export const MAPPING_TIP = 'millrace.mapping-onboarding';

/** Returns the props of a draggable field; empty if fields cannot be dragged. */
export function useMappingDrag(): (keys: readonly Key[]) => {
  readonly onPointerDown?: (event: PointerEvent) => void;
  readonly 'data-drag'?: true;
} {
  const { canMap, codeOf } = usePane();
  return (keys) =>
    !canMap || keys.length === 0
      ? {}
      : {
          'data-drag': true,
          onPointerDown: (event) => {
            rememberTip(MAPPING_TIP);
            startDrag(event, { code: codeOf(keys), label: String(keys.at(-1)) });
          },
        };
}
