// Short messages at the corner of the screen: what went well, what to mind, what failed.
import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

/** Longest text of details and of a message: what is longer becomes the details. */
const DETAILS_LENGTH = 500;
const MESSAGE_LENGTH = 240;

export type ToastKind = 'success' | 'info' | 'warning' | 'error';

export interface NewToast {
  readonly kind: ToastKind;
  readonly title: string;
  readonly message?: string;
  /** Shown when asked for, cut at 500 characters. */
  readonly details?: string;
  /** Stays until it is closed. */
  readonly isSticky?: boolean;
  /** Milliseconds for which it stays, where its kind's time does not fit. */
  readonly duration?: number;
  /** Where it leads on. */
  readonly link?: { readonly label: string; readonly to: string };
  /** A toast of the same key is replaced. */
  readonly key?: string;
}

export interface Toast extends NewToast {
  readonly id: string;
}

function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`;
}

/** The text, cut with an ellipsis where it is longer than details may be. */
export const cutDetails = (text: string): string => cut(text, DETAILS_LENGTH);

/** What is shown at once, and what when asked for. */
function texts({ message, details }: NewToast): Pick<NewToast, 'message' | 'details'> {
  const shown = message === undefined ? undefined : cut(message, MESSAGE_LENGTH);
  const more = details ?? (shown === message ? undefined : message);
  return { ...(shown === undefined ? {} : { message: shown }), ...(more === undefined ? {} : { details: cutDetails(more) }) };
}

export const toastsSlice = createSlice({
  name: 'toasts',
  initialState: { shown: [] as readonly Toast[] },
  reducers: {
    toastShown: {
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        const others = payload.key === undefined ? state.shown : state.shown.filter(({ key }) => key !== payload.key);
        state.shown = [...others, payload];
      },
      prepare: (toast: NewToast) => ({ payload: { ...toast, ...texts(toast), id: nanoid() } }),
    },
    /** By id or key. */
    toastClosed: (state, { payload }: PayloadAction<string>) => {
      state.shown = state.shown.filter(({ id, key }) => id !== payload && key !== payload);
    },
  },
  selectors: { selectToasts: ({ shown }) => shown },
});

export const { toastShown, toastClosed } = toastsSlice.actions;
export const { selectToasts } = toastsSlice.selectors;

/** What a failed call comes to: `title` says what did not work, the engine's own sentence why, and its hint the way out. */
export function failureToast(title: string, failure: unknown): ReturnType<typeof toastShown> {
  const { message, hint, stack } = (failure ?? {}) as { message?: unknown; hint?: unknown; stack?: unknown };
  const sentences = [message, hint].filter((text): text is string => typeof text === 'string' && text !== '');
  return toastShown({
    kind: 'error',
    title,
    ...(sentences.length === 0 ? {} : { message: sentences.join(' ') }),
    ...(typeof stack === 'string' ? { details: stack } : {}),
  });
}
