// State of the desktop application, as it sends it to the page; null in a browser.
import { createSlice, type Dispatch, type PayloadAction } from '@reduxjs/toolkit';
import type { DesktopAction, DesktopState, UpdateState } from '../../engine/contract/desktop.ts';
import { bridge } from '../transport/bridge.ts';

export const desktopSlice = createSlice({
  name: 'desktop',
  initialState: null as DesktopState | null,
  reducers: {
    desktopChanged: (_state, { payload }: PayloadAction<DesktopState>) => payload,
  },
  selectors: {
    selectUpdate: (state): UpdateState | undefined => state?.update,
    selectIsSafeMode: (state) => state?.isSafeMode === true,
    selectIsPaused: (state) => state?.isPaused === true,
    /** Whether the application runs without a port, so that nothing reaches its webhooks. */
    selectLacksPort: (state) => state?.lacksPort === true,
    /** Undefined in a browser. */
    selectSwitches: (state) => state?.switches,
    selectIsInstalled: (state) => state?.isInstalled === true,
    /** Whether there is a newer version of the application. */
    selectHasUpdate: (state) => state !== null && ['available', 'downloading', 'ready'].includes(state.update.type),
  },
});

export const { desktopChanged } = desktopSlice.actions;
export const { selectUpdate, selectHasUpdate, selectIsInstalled, selectIsSafeMode, selectIsPaused, selectLacksPort, selectSwitches } =
  desktopSlice.selectors;

export const followDesktop = (dispatch: Dispatch): void => void bridge?.onState((state) => dispatch(desktopChanged(state)));

/** Asks the application to do something. Its result is a change of its state. */
export const askDesktop = (action: DesktopAction): void => void bridge?.act(action).catch(() => undefined);
