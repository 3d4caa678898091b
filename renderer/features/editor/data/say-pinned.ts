// Says for a moment that data was pinned or unpinned.
import { toastShown } from '../../../state/toasts.ts';
import type { EditorContext } from '../actions/context.ts';

/** Milliseconds (spec 3 §9). */
const SAID = 2000;

export function sayPinned({ dispatch }: Pick<EditorContext, 'dispatch'>, title: string, message?: string): void {
  dispatch(toastShown({ kind: 'success', title, key: 'pin', duration: SAID, ...(message === undefined ? {} : { message }) }));
}
