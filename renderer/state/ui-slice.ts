// What the interface itself is like: open dialogs, the sidebar, the theme, the connection.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { connectionChanged } from './push-actions.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** A dialog that is open; the last of the stack is the active one (spec 1 §4). */
export interface OpenModal {
  readonly name: string;
  /** Such as `new` or `edit`. */
  readonly mode?: string;
  /** Id of what it is about. */
  readonly activeId?: string;
}

export interface UiState {
  readonly modals: readonly OpenModal[];
  readonly isSidebarCollapsed: boolean;
  readonly theme: ThemeChoice;
  /** Whether the engine's events arrive. `none` before they were asked for. */
  readonly connection: 'none' | 'open' | 'lost';
  readonly isOffline: boolean;
  /** How many versions are newer than this one. */
  readonly newerVersions: number;
}

const initialState: UiState = {
  modals: [],
  isSidebarCollapsed: true,
  theme: 'system',
  connection: 'none',
  isOffline: false,
  newerVersions: 0,
};

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    /** Opens a dialog on top of the others; one that is open already comes to the top. */
    modalOpened: (state, { payload }: PayloadAction<OpenModal>) => {
      state.modals = [...state.modals.filter(({ name }) => name !== payload.name), payload];
    },
    /** Closes the dialog of this name, or the topmost without one. */
    modalClosed: (state, { payload }: PayloadAction<string | undefined>) => {
      state.modals = payload === undefined ? state.modals.slice(0, -1) : state.modals.filter(({ name }) => name !== payload);
    },
    modalsClosed: (state) => {
      state.modals = [];
    },
    sidebarCollapsed: (state, { payload }: PayloadAction<boolean>) => {
      state.isSidebarCollapsed = payload;
    },
    themeChosen: (state, { payload }: PayloadAction<ThemeChoice>) => {
      state.theme = payload;
    },
    newerVersionsFound: (state, { payload }: PayloadAction<number>) => {
      state.newerVersions = payload;
    },
    offlineChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.isOffline = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(connectionChanged, (state, { payload }) => {
      state.connection = payload === 'gap' ? 'open' : payload;
    });
  },
  selectors: {
    selectModals: ({ modals }) => modals,
    selectActiveModal: ({ modals }) => modals.at(-1),
    selectIsSidebarCollapsed: ({ isSidebarCollapsed }) => isSidebarCollapsed,
    selectTheme: ({ theme }) => theme,
    selectConnection: ({ connection }) => connection,
    selectIsOffline: ({ isOffline }) => isOffline,
    selectNewerVersions: ({ newerVersions }) => newerVersions,
  },
});

export const { modalOpened, modalClosed, modalsClosed, sidebarCollapsed, themeChosen, newerVersionsFound, offlineChanged } =
  uiSlice.actions;
export const {
  selectModals,
  selectActiveModal,
  selectIsSidebarCollapsed,
  selectTheme,
  selectConnection,
  selectIsOffline,
  selectNewerVersions,
} = uiSlice.selectors;
