// The Redux store: shared slices, and slices that lazy screens inject.
import { combineSlices, configureStore, createListenerMiddleware, type TypedStartListening } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../api/base.ts';
import { desktopSlice } from './desktop.ts';
import { packageProgressSlice } from './package-progress.ts';
import { sessionSlice } from './session.ts';
import { toastsSlice } from './toasts.ts';
import { uiSlice } from './ui-slice.ts';

/**
 * Lazy screens declare the type of their slice and inject it with `registerSlice` when their file is loaded:
 * `declare module '…/state/store.ts' { interface LazySlices extends WithSlice<typeof editorSlice> {} }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declarations elsewhere
export interface LazySlices {}

const rootReducer = combineSlices(
  uiSlice,
  toastsSlice,
  sessionSlice,
  desktopSlice,
  packageProgressSlice,
  api,
).withLazyLoadedSlices<LazySlices>();

const listeners = createListenerMiddleware();

// oxlint-disable-next-line typescript/explicit-function-return-type -- its type is the store's
const createStore = () =>
  configureStore({
    reducer: rootReducer,
    middleware: (standard) =>
      // Run data can be megabytes, so checking it on every action would be slow.
      standard({ serializableCheck: false, immutableCheck: false }).prepend(listeners.middleware).concat(api.middleware),
  });

export const store = createStore();

export type RootState = ReturnType<typeof rootReducer>;
export type AppDispatch = typeof store.dispatch;

/** Injects the slice of a lazy screen; repeated calls do nothing. */
// oxlint-disable-next-line typescript/unbound-method -- it is a closure, declared as a method
export const registerSlice = rootReducer.inject;

/** Adds an action listener. */
export const startListening = listeners.startListening as TypedStartListening<RootState, AppDispatch>;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
