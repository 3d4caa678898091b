// State of the interface: open dialogs, sidebar, theme, connection.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ThemeChoice } from '../../engine/contract/desktop.ts';
import type { WorkflowFile } from '../../engine/contract/workflow.ts';
import { connectionChanged } from './actions.ts';
import { desktopChanged } from './desktop.ts';

/** Props of each dialog. A dialog can be opened only if it is declared here, which also requires a component for it. */
export interface ModalParts {
  readonly about: object;
  readonly activation: ModalTarget;
  readonly 'back-up': object;
  /** `version`: the version that an update leads to, if it is known. */
  readonly 'change-package': {
    readonly packageName: string;
    readonly change: 'update' | 'reinstall' | 'uninstall';
    readonly version?: string;
  };
  readonly 'change-password': object;
  /** Texts of the prompts service; empty for the usual ones. */
  readonly 'contact-prompt': { readonly title: string; readonly message: string };
  /** `type`: type of a new credential; if absent, the dialog asks for it. `field`: id of the node's field that opened the dialog. */
  readonly credential: { readonly activeId?: string; readonly type?: string; readonly field?: string };
  readonly 'delete-user': ModalTarget;
  readonly 'duplicate-workflow': ModalTarget & {
    /** Current content of the editor, if that is to be copied instead of the saved version. */
    readonly open?: { readonly workflow: WorkflowFile; readonly tags: readonly string[]; readonly folderId?: string | undefined };
  };
  /** Limits the list to one workflow. */
  readonly executions: { readonly workflowId?: string };
  readonly 'export-credentials': object;
  /** `activeId`: the folder to rename; absent for a new one, in the folder `parentId`. */
  readonly folder: { readonly activeId?: string; readonly parentId?: string };
  readonly 'import-credentials': object;
  readonly 'import-n8n-home': object;
  /** `packageName`: the package that is proposed. `search`: text to search the registry for, instead of a package name. */
  readonly 'install-package': { readonly packageName?: string; readonly search?: string };
  readonly 'invite-users': object;
  /** Ids of what moves. */
  readonly 'move-to-folder': { readonly workflows: readonly string[]; readonly folders: readonly string[] };
  /** Texts of the onboarding service. */
  readonly 'onboarding-call': { readonly title: string; readonly description: string };
  readonly 'open-workflow': object;
  readonly 'recovery-key': object;
  readonly 'restore-backup': object;
  readonly survey: object;
  /** Ids of the workflows whose tags change. */
  readonly 'tag-workflows': { readonly workflows: readonly string[] };
  readonly tags: object;
  readonly updates: object;
  readonly 'value-survey': object;
  readonly vault: object;
  readonly 'workflow-settings': ModalTarget;
}

interface ModalTarget {
  /** Id of what the dialog is about. */
  readonly activeId: string;
}

export type ModalName = keyof ModalParts;

/** An open dialog; the last one of the stack is active. */
export type OpenModal<N extends ModalName = ModalName> = { readonly [K in N]: { readonly name: K } & ModalParts[K] }[N];

export interface UiState {
  readonly modals: readonly OpenModal[];
  readonly isSidebarCollapsed: boolean;
  readonly theme: ThemeChoice;
  /** Whether events arrive from the engine; `none` before the first connection. */
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
    /** Opens a dialog on top; a dialog that is already open moves to the top. */
    modalOpened: (state: UiState, { payload }: PayloadAction<OpenModal>): UiState => ({
      ...state,
      modals: [...state.modals.filter(({ name }) => name !== payload.name), payload],
    }),
    /** Closes the dialog of this name, by default the topmost one. */
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
    builder.addCase(desktopChanged, (state, { payload }) => {
      state.theme = payload.theme;
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
