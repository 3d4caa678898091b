// The open workflow: its history, the selection, and its saved state.
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { WorkflowFile, WorkflowSettings } from '../../../../engine/contract/workflow.ts';
import { workflowSettingsSaved } from '../../../state/actions.ts';
import { edgesOfIds } from './edge-ids.ts';
import { changed, newHistory, redone, undone, type History, type HistoryPolicy, type Step } from './history.ts';

export type EditorMode = 'edit' | 'execution' | 'demo';

export interface EditorState {
  /** Incremented when another workflow is opened or the editor is closed. Responses to requests of an earlier visit are ignored. */
  readonly visit: number;
  readonly history: History;
  /** The version that was last saved or opened; there are unsaved changes if the current version is another object. */
  readonly saved: WorkflowFile;
  /** Undefined if the workflow has not been saved. */
  readonly id?: string;
  readonly version?: number;
  readonly isActive: boolean;
  /** Ids of its tags. */
  readonly tags: readonly string[];
  /** Id of its folder, or of the folder in which a new workflow will be saved. */
  readonly folderId?: string | undefined;
  readonly isArchived: boolean;
  readonly mode: EditorMode;
  /** Ids of nodes and notes. */
  readonly selection: readonly string[];
  /** Ids of selected edges on the canvas. */
  readonly selectedEdges: readonly string[];
  /** Id of the trigger that was last chosen to start runs. */
  readonly startTrigger?: string;
  /** Id of the open node. */
  readonly openNode?: string;
  /** Ids of added nodes whose view has not been closed yet. Their issues are hidden until then or until a run. */
  readonly untouched: readonly string[];
  /** `missing`: nothing exists at the address; `failed`: it could not be loaded. */
  readonly status: 'loading' | 'ready' | 'saving' | 'missing' | 'failed';
  /** Why it could not be loaded. */
  readonly failure?: string;
  /** Milliseconds since the epoch. */
  readonly savedAt?: number;
}

const empty: WorkflowFile = { name: '', nodes: [], connections: {}, settings: { executionOrder: 'v1' } };

const initialState: EditorState = {
  visit: 0,
  history: newHistory(empty),
  saved: empty,
  isActive: false,
  isArchived: false,
  tags: [],
  mode: 'edit',
  selection: [],
  selectedEdges: [],
  untouched: [],
  status: 'loading',
};

interface OpenedPayload {
  readonly workflow: WorkflowFile;
  readonly id?: string;
  readonly version?: number;
  readonly isActive?: boolean;
  readonly tags?: readonly string[];
  readonly folderId?: string | undefined;
  readonly isArchived?: boolean;
  readonly mode?: EditorMode;
  /** Id of the trigger that was last chosen to start runs. */
  readonly startTrigger?: string | undefined;
  /** Whether it differs from the server's version, such as an imported workflow. */
  readonly isDirty?: boolean;
}

interface SavedPayload {
  /** The visit in which the request was sent. */
  readonly visit: number;
  readonly sentFile: WorkflowFile;
  /** Ids of the tags that were sent. */
  readonly sentTags: readonly string[];
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly isArchived?: boolean;
  readonly folderId?: string | undefined;
  readonly tags: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
}

interface ChangedPayload {
  readonly workflow: WorkflowFile;
  /** Text key of the action. */
  readonly label: string;
  readonly policy?: HistoryPolicy;
  /** Selection after the change. */
  readonly selection?: readonly string[];
}

const slice = createSlice({
  name: 'editor',
  initialState,
  reducers: {
    opening: (state: EditorState): EditorState => ({
      ...initialState,
      visit: state.visit + 1,
      status: 'loading',
      mode: state.mode,
    }),
    foundMissing: (state: EditorState): EditorState => ({ ...state, status: 'missing' }),
    openFailed: (state: EditorState, { payload }: PayloadAction<string>): EditorState => ({ ...state, status: 'failed', failure: payload }),
    left: (state: EditorState): EditorState => ({ ...state, visit: state.visit + 1 }),
    opened: (state: EditorState, { payload }: PayloadAction<OpenedPayload>): EditorState => ({
      ...initialState,
      visit: state.visit + 1,
      status: 'ready',
      history: newHistory(payload.workflow),
      saved: payload.isDirty === true ? { ...payload.workflow } : payload.workflow,
      id: payload.id,
      version: payload.version,
      isActive: payload.isActive ?? false,
      tags: payload.tags ?? [],
      folderId: payload.folderId,
      isArchived: payload.isArchived ?? false,
      mode: payload.mode ?? 'edit',
      ...(payload.startTrigger === undefined ? {} : { startTrigger: payload.startTrigger }),
    }),
    startTriggerChosen: (state: EditorState, { payload }: PayloadAction<string>): EditorState => ({ ...state, startTrigger: payload }),
    documentChanged: (draft: EditorState, { payload }: PayloadAction<ChangedPayload>): EditorState => {
      const state = plain(draft);
      if (state.mode !== 'edit') return state;
      return {
        ...state,
        history: changed(state.history, payload.workflow, payload.label, payload.policy),
        selection: existing(payload.workflow, payload.selection ?? state.selection),
        selectedEdges: payload.selection === undefined ? existingEdges(payload.workflow, state.selectedEdges) : noEdges,
      };
    },
    /** Restores unsaved work as a step on the version it was based on. Saving asks if there is a newer version. */
    workBroughtBack: (
      draft: EditorState,
      { payload }: PayloadAction<{ readonly workflow: WorkflowFile; readonly version?: number }>,
    ): EditorState => {
      const state = plain(draft);
      if (state.mode !== 'edit') return state;
      return {
        ...state,
        history: changed(state.history, payload.workflow, 'restore'),
        version: payload.version ?? state.version,
        selection: existing(payload.workflow, state.selection),
        selectedEdges: existingEdges(payload.workflow, state.selectedEdges),
      };
    },
    undo: (draft: EditorState): EditorState => {
      const state = plain(draft);
      return travelled(state, undone(state.history));
    },
    redo: (draft: EditorState): EditorState => {
      const state = plain(draft);
      return travelled(state, redone(state.history));
    },
    selected: (state: EditorState, { payload }: PayloadAction<readonly string[]>): EditorState => ({
      ...state,
      selection: payload,
      selectedEdges: noEdges,
    }),
    selectedWithEdges: (
      state: EditorState,
      { payload }: PayloadAction<{ readonly ids: readonly string[]; readonly edges: readonly string[] }>,
    ): EditorState => ({ ...state, selection: payload.ids, selectedEdges: payload.edges }),
    nodeOpened: (state: EditorState, { payload }: PayloadAction<string | undefined>): EditorState => ({
      ...state,
      openNode: payload,
      untouched: payload === state.openNode ? state.untouched : state.untouched.filter((id) => id !== state.openNode),
    }),
    nodeAdded: (state: EditorState, { payload }: PayloadAction<string>): EditorState => ({
      ...state,
      untouched: [...state.untouched, payload],
    }),
    /** Shows the issues of all nodes, when something is run or the workflow is activated. */
    allTouched: (state: EditorState): EditorState => (state.untouched.length === 0 ? state : { ...state, untouched: [] }),
    saving: (state: EditorState): EditorState => ({ ...state, status: 'saving' }),
    /** Called if a save request failed; ignored if it belongs to an earlier visit. */
    saveFailed: (state: EditorState, { payload }: PayloadAction<number>): EditorState =>
      state.visit === payload ? { ...state, status: 'ready' } : state,
    savedOnServer: (draft: EditorState, { payload }: PayloadAction<SavedPayload>): EditorState => {
      const state = plain(draft);
      if (state.visit !== payload.visit) return state;
      // The server may have changed the name to make it unique. Changes made during the request are kept, as unsaved changes.
      const { sentFile, name } = payload;
      const before = state.history.present;
      const saved = withName(sentFile, name);
      const present = before === sentFile ? saved : before.name === sentFile.name ? withName(before, name) : before;
      const hasSentTags = state.tags === payload.sentTags;
      return {
        ...state,
        status: 'ready',
        history: { ...state.history, present },
        saved: hasSentTags ? saved : { ...saved },
        id: payload.id,
        version: payload.version,
        isActive: payload.isActive,
        isArchived: payload.isArchived ?? false,
        folderId: payload.folderId,
        tags: hasSentTags ? payload.tags : state.tags,
        savedAt: payload.at,
      };
    },
    archivedChanged: (state: EditorState, { payload }: PayloadAction<{ readonly id: string; readonly isArchived: boolean }>): EditorState =>
      state.id === payload.id ? { ...state, isArchived: payload.isArchived, isActive: state.isActive && !payload.isArchived } : state,
    activeChanged: (state: EditorState, { payload }: PayloadAction<{ readonly id: string; readonly isActive: boolean }>): EditorState =>
      state.id === payload.id ? { ...state, isActive: payload.isActive } : state,
    // A new `saved` object, since tags are saved with the workflow.
    tagsChanged: (state: EditorState, { payload }: PayloadAction<readonly string[]>): EditorState => ({
      ...state,
      tags: payload,
      saved: { ...state.saved },
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(workflowSettingsSaved, (draft: EditorState, { payload }): EditorState => {
      const state = plain(draft);
      if (state.id !== payload.id || state.mode !== 'edit') return state;
      const { history, current } = withSettings(state.history, state.saved, payload.settings);
      // If another user has saved in between, the older version number is kept, so that saving asks.
      return { ...state, history, saved: current, version: state.version === payload.from ? payload.version : state.version };
    });
  },
});

/** Sets the saved settings in all versions, so that undo does not restore previous settings. */
function withSettings(
  history: History,
  saved: WorkflowFile,
  settings: WorkflowSettings,
): { readonly history: History; readonly current: WorkflowFile } {
  const results = new Map<WorkflowFile, WorkflowFile>();
  const changedOf = (file: WorkflowFile): WorkflowFile => {
    const next = results.get(file) ?? { ...file, settings };
    results.set(file, next);
    return next;
  };
  const step = (one: Step): Step => ({ ...one, workflow: changedOf(one.workflow) });
  return {
    history: { ...history, past: history.past.map(step), present: changedOf(history.present), future: history.future.map(step) },
    current: changedOf(saved),
  };
}

const withName = (workflow: WorkflowFile, name: string): WorkflowFile => (workflow.name === name ? workflow : { ...workflow, name });

const noEdges: readonly string[] = [];

const existingEdges = (workflow: WorkflowFile, ids: readonly string[]): readonly string[] => {
  const edges = edgesOfIds(workflow, ids);
  return edges.size === ids.length ? ids : [...edges.keys()];
};

/** Returns the state behind a draft. Versions are compared by identity, but a draft returns proxies. */
const plain = (state: EditorState): EditorState => (original as (draft: unknown) => EditorState | undefined)(state) ?? state;

const existing = (workflow: WorkflowFile, ids: readonly string[]): readonly string[] => {
  const nodeIds = new Set(workflow.nodes.map(({ id }) => id));
  return ids.every((id) => nodeIds.has(id)) ? ids : ids.filter((id) => nodeIds.has(id));
};

function travelled(state: EditorState, history: History): EditorState {
  return history === state.history || state.mode !== 'edit'
    ? state
    : {
        ...state,
        history,
        selection: existing(history.present, state.selection),
        selectedEdges: existingEdges(history.present, state.selectedEdges),
      };
}

export const editorSlice = slice;
export const editorActions = slice.actions;

export const isDirty = ({ history, saved }: EditorState): boolean => history.present !== saved;
