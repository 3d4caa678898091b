// What the menu of a field can do beside resetting it: told by its input, since only that knows its list and its dialog.
import { useEffect, type RefObject } from 'react';

export type FieldAction = 'refresh' | 'enlarge';

/** Filled by the input while it is drawn. */
export type FieldActions = RefObject<Partial<Record<FieldAction, () => void>>>;

/** Offers an action in the menu of the field for as long as the input is drawn. */
export function useFieldAction(actions: FieldActions | undefined, name: FieldAction, act: () => void): void {
  useEffect(() => {
    if (actions === undefined) return undefined;
    actions.current[name] = act;
    return () => {
      delete actions.current[name];
    };
  });
}
