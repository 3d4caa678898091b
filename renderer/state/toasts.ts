// Toasts: short messages about successes, warnings and failures.
import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';

/** Milliseconds for which a confirmation of a small action stays, such as of copying. */
export const SHORT_NOTICE = 2000;

/** Maximum length of details. */
const DETAILS_LENGTH = 500;
const MESSAGE_LENGTH = 240;

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface NewToast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string;
  /** Details shown on request, truncated to 500 characters. */
  readonly details?: string;
  /** Whether the toast stays until it is closed. */
  readonly isSticky?: boolean;
  /** Timeout in milliseconds. The default depends on the kind. */
  readonly duration?: number;
  /** Link for further information. */
  readonly link?: { readonly label: string; readonly to: string };
  /** Button that dispatches an action and closes the toast. */
  readonly button?: { readonly label: string; readonly action: UnknownAction };
  /** A toast with the same key is replaced. */
  readonly key?: string;
}

export interface Toast extends NewToast {
  readonly id: string;
}

function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** Truncates a text to the maximum length, with an ellipsis. */
export const cutDetails = (text: string): string => cut(text, DETAILS_LENGTH);

/** Splits a text into the message and the details. */
function texts({ message, details }: NewToast): Pick<NewToast, 'message' | 'details'> {
  const shortMessage = message === undefined ? undefined : cut(message, MESSAGE_LENGTH);
  const more = details ?? (shortMessage === message ? undefined : message);
  return { ...(shortMessage === undefined ? {} : { message: shortMessage }), ...(more === undefined ? {} : { details: cutDetails(more) }) };
}

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState: { shown: [] as readonly Toast[] },
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        const otherToasts = payload.key === undefined ? state.shown : state.shown.filter(({ key }) => key !== payload.key);
        state.shown = [...otherToasts, payload];
      },
      prepare: (toast: NewToast) => ({ payload: { ...toast, ...texts(toast), id: nanoid() } }),
    },
    /** Closes a toast, given by id or key. */
    toastClosed: (state, { payload }: PayloadAction<string>) => {
      state.shown = state.shown.filter(({ id, key }) => id !== payload && key !== payload);
    },
  },
  selectors: { selectToasts: ({ shown }) => shown },
});

export const { toastShown, toastClosed } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;

/** Returns the message of a failure, followed by its hint; empty if it has neither. */
export function failureText(failure: unknown): string {
  const { message, hint } = (failure ?? {}) as { message?: unknown; hint?: unknown };
  return [message, hint].filter((text) => typeof text === 'string' && text !== '').join(' ');
}

/** Creates the toast for a failed call: `title` says what failed, the engine's message why, and its hint what to do. */
export function failureToast(title: string, failure: unknown): ReturnType<typeof toastShown> {
  const { stack } = (failure ?? {}) as { stack?: unknown };
  const message = failureText(failure);
  return toastShown({
    kind: 'error',
    title,
    ...(message === '' ? {} : { message }),
    ...(typeof stack === 'string' ? { details: stack } : {}),
  });
}
