// What the interface itself is like: open dialogs, the sidebar, the theme, the connection.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { WorkflowFile } from '../../engine/contract/workflow.ts';
import { connectionChanged } from './push-actions.ts';

export type ThemeChoice = 'light' | 'dark' | 'system';

/** What each dialog is opened with. A dialog that is not named here cannot be opened, and one without a component does not compile. */
export interface ModalParts {
  readonly about: object;
  readonly activation: ModalTarget;
  readonly 'change-password': object;
  readonly 'delete-user': ModalTarget;
  readonly 'duplicate-workflow': ModalTarget & {
    /** What stands in the editor, where that is to be copied instead of what is saved. */
    readonly open?: { readonly workflow: WorkflowFile; readonly tags: readonly string[] };
  };
  /** Those of one workflow if it names one. */
  readonly executions: { readonly workflowId?: string };
  readonly 'invite-users': object;
  readonly 'open-workflow': object;
  readonly survey: object;
  readonly tags: object;
  readonly updates: object;
  readonly 'workflow-settings': ModalTarget;
}

interface ModalTarget {
  /** Id of what it is about. */
  readonly activeId: string;
}

export type ModalName = keyof ModalParts;

/** A dialog that is open; the last of the stack is the active one. */
export type OpenModal<N extends ModalName = ModalName> = { readonly [K in N]: { readonly name: K } & ModalParts[K] }[N];

export interface UiState {
  readonly modals: readonly OpenModal[];
  readonly isSidebarCollapsed: boolean;
  readonly theme: ThemeChoice;
  /** Whether the engine's events arrive. `none` before they were asked for. */
  readonly connection: 'none' | 'open' | 'lost';
  readonly isOffline: boolean;
}

const initialState: UiState = {
  modals: [],
  isSidebarCollapsed: true,
  theme: 'system',
  connection: 'none',
  isOffline: false,
};

export const uiSlice = createSlice({
  name: 'ui',
  initialState,
  reducers: {
    /** Opens a dialog on top of the others; one that is open already comes to the top. */
    modalOpened: (state: UiState, { payload }: PayloadAction<OpenModal>): UiState => ({
      ...state,
      modals: [...state.modals.filter(({ name }) => name !== payload.name), payload],
    }),
    /** Closes the dialog of this name, or the topmost without one. */
    modalClosed: (state: UiState, { payload }: PayloadAction<ModalName | undefined>): UiState => ({
      ...state,
      modals: payload === undefined ? state.modals.slice(0, -1) : state.modals.filter(({ name }) => name !== payload),
    }),
    modalsClosed: (state) => {
      state.modals = [];
    },
    sidebarCollapsed: (state, { payload }: PayloadAction<boolean>) => {
      state.isSidebarCollapsed = payload;
    },
    themeChosen: (state, { payload }: PayloadAction<ThemeChoice>) => {
      state.theme = payload;
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
  },
});

export const { modalOpened, modalClosed, modalsClosed, sidebarCollapsed, themeChosen, offlineChanged } = uiSlice.actions;
export const { selectModals, selectActiveModal, selectIsSidebarCollapsed, selectTheme, selectConnection, selectIsOffline } =
  uiSlice.selectors;
