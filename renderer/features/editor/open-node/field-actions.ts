// Additional actions in the menu of a field, registered by its input.
import { useEffect, type RefObject } from 'react';

export type FieldAction = 'refresh' | 'enlarge';

/** Filled by the input while it is mounted. */
export type FieldActions = RefObject<Partial<Record<FieldAction, () => void>>>;

/** Registers an action while the input is mounted. */
export function useFieldAction(actions: FieldActions | undefined, name: FieldAction, act: () => void): void {
  useEffect(() => {
    if (actions === undefined) return undefined;
    actions.current[name] = act;
    return () => {
      delete actions.current[name];
    };
  });
}
