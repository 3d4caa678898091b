// The run shown in the editor: updated by push events, or loaded from a finished execution.
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { ConsoleLevel, ConsoleMessageEvent, PushEvent } from '../../../../engine/contract/push.ts';
import type { ListeningTrigger } from '../../../../engine/contract/rest/workflows.ts';
import type { ErrorData, ExecutionStatus, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { ownValue, setOwn } from '../../../../engine/workflow/values/own-properties.ts';
import { pushReceived } from '../../../state/actions.ts';
import { editorActions } from '../document/editor-slice.ts';

type Nodes = WorkflowFile['nodes'];

/** The run that a node's results come from, which may be older than the last run. */
interface ResultOrigin {
  readonly executionId: string;
  /** The node at the time of the run. */
  readonly node: Nodes[number];
}

/** `isMissing`: it was not saved, or was deleted. */
export interface CallingExecution {
  readonly executionId: string;
  readonly workflowId: string;
  readonly isMissing?: boolean;
}

export interface RunState {
  readonly status: 'idle' | 'starting' | 'waitingForEvent' | 'running';
  readonly executionId?: string;
  /** The calling execution; known only for stored executions. */
  readonly caller?: CallingExecution;
  /** How the execution was started, such as `webhook`. */
  readonly mode?: string;
  /**
   * Where the results come from if not from events: a stored execution (`kept`), or a run started on another page, whose events this page does
   * not receive (`joined`).
   */
  readonly origin?: 'kept' | 'joined';
  /** Whether a message of the chat started the run, so that the chat shows how it ends. */
  readonly isChat?: boolean;
  /** Id of the workflow; undefined if it has not been saved. */
  readonly workflowId?: string;
  /** Results by the current names of the nodes. */
  readonly runData: RunData;
  /** Where each result came from, by node id. */
  readonly origins: Readonly<Record<string, ResultOrigin>>;
  /** Results of removed nodes by node id, restored if the removal is undone. */
  readonly removed: RunData;
  /** Nodes of the open workflow. */
  readonly nodes: Nodes;
  /** Nodes of the open workflow when the run started; events use their names at that time. */
  readonly nodesOfRun: Nodes;
  /** The triggers whose first event it waits for, by their names when the run started. */
  readonly listening?: readonly ListeningTrigger[];
  /** Names of the running nodes. */
  readonly executing: readonly string[];
  /** How the last run ended. */
  readonly outcome?: {
    readonly status: ExecutionStatus;
    readonly error?: ErrorData;
    readonly lastNode?: string;
    /** Milliseconds since the epoch. */
    readonly waitTill?: number;
  };
  /** The workflow when the run started; results of nodes that differ now are stale. */
  readonly startedWith?: WorkflowFile;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  readonly stoppedAt?: number;
  /** Console output of nodes, newest last. */
  readonly console: readonly ConsoleLine[];
}

/** A line that a node has written to the console. */
export interface ConsoleLine {
  /** Position among all lines since the workflow was opened, from 0. */
  readonly index: number;
  /** Name of the node when the run started. */
  readonly node: string;
  /** Undefined if the run had no such node. */
  readonly nodeId?: string | undefined;
  readonly level: ConsoleLevel;
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly values: readonly unknown[];
}

const noData: RunData = {};
const noNodes: Nodes = [];
const initialState: RunState = {
  status: 'idle',
  runData: noData,
  removed: noData,
  origins: {},
  nodes: noNodes,
  nodesOfRun: noNodes,
  executing: [],
  console: [],
};
/** Returns a state without a run. */
const empty = ({ nodes }: RunState): RunState => ({ ...initialState, nodes, nodesOfRun: nodes });
/** Maximum number of console lines. */
export const LINES = 500;

const slice = createSlice({
  name: 'run',
  initialState,
  reducers: {
    runStarting: (
      state: RunState,
      {
        payload,
      }: PayloadAction<{
        readonly workflow: WorkflowFile;
        readonly reusedRunData: RunData;
        readonly workflowId?: string;
        readonly isChat?: boolean;
      }>,
    ): RunState => ({
      ...initialState,
      ...(payload.workflowId === undefined ? {} : { workflowId: payload.workflowId }),
      ...(payload.isChat === true ? { isChat: true } : {}),
      status: 'starting',
      startedWith: payload.workflow,
      nodes: payload.workflow.nodes,
      nodesOfRun: payload.workflow.nodes,
      runData: payload.reusedRunData,
      origins: state.origins,
      console: state.console,
    }),
    runAccepted: (
      state: RunState,
      { payload }: PayloadAction<{ readonly executionId?: string; readonly listening?: readonly ListeningTrigger[] | undefined }>,
    ): RunState => {
      // The first events may arrive before the response.
      if (state.status !== 'starting') return state;
      if (payload.listening !== undefined) return { ...state, status: 'waitingForEvent', listening: payload.listening };
      return { ...state, status: 'running', executionId: payload.executionId };
    },
    runRefused: (state: RunState): RunState => ({ ...state, status: 'idle', executing: [] }),
    listeningEnded: (state: RunState): RunState => (state.status === 'waitingForEvent' ? { ...state, status: 'idle' } : state),
    /** Sets the outcome of a run whose end event was missed, with its results if they are stored. */
    runFoundOver: (
      draft: RunState,
      { payload }: PayloadAction<Pick<RunState, 'outcome' | 'stoppedAt'> & { readonly runData?: RunData }>,
    ): RunState => {
      const state = plain(draft);
      return {
        ...state,
        ...withResults(state, Object.entries(payload.runData ?? noData)),
        origins: originsOf(state, Object.keys(payload.runData ?? noData), state.executionId, state.nodesOfRun),
        status: 'idle',
        executing: [],
        outcome: payload.outcome === undefined ? undefined : outcomeNow(state, payload.outcome),
        stoppedAt: payload.stoppedAt,
      };
    },
    consoleCleared: (state: RunState): RunState => ({ ...state, console: [] }),
    dataCleared: (state: RunState): RunState => empty(state),
    executionShown: (
      state: RunState,
      {
        payload,
      }: PayloadAction<{
        readonly executionId: string;
        readonly caller?: CallingExecution;
        readonly mode?: string;
        readonly runData: RunData;
        readonly outcome: RunState['outcome'];
        readonly workflow: WorkflowFile;
        readonly startedAt: number;
        readonly stoppedAt?: number;
      }>,
    ): RunState => ({
      ...empty(state),
      executionId: payload.executionId,
      caller: payload.caller,
      mode: payload.mode,
      origin: 'kept',
      runData: payload.runData,
      origins: originsOf(initialState, Object.keys(payload.runData), payload.executionId, payload.workflow.nodes),
      outcome: payload.outcome,
      startedWith: payload.workflow,
      startedAt: payload.startedAt,
      stoppedAt: payload.stoppedAt,
    }),
    /** Restores a run that this tab has shown before. */
    runBroughtBack: (
      state: RunState,
      {
        payload,
      }: PayloadAction<Pick<RunState, 'executionId' | 'runData' | 'origins' | 'outcome' | 'startedWith' | 'startedAt' | 'stoppedAt'>>,
    ): RunState => ({ ...empty(state), ...payload, origin: 'kept' }),
    /** Shows a running execution that another page started; results that are already shown are kept. */
    runJoined: (state: RunState, { payload }: PayloadAction<{ readonly executionId: string; readonly startedAt: number }>): RunState => ({
      ...state,
      ...payload,
      status: 'running',
      origin: 'joined',
      nodesOfRun: state.nodes,
      outcome: undefined,
      stoppedAt: undefined,
    }),
    /** Updates the nodes after undo or redo. */
    nodesChanged: (state: RunState, { payload }: PayloadAction<Nodes>): RunState => withNodes(plain(state), payload),
    /** Removes the results of disabled nodes. */
    nodeDataDropped: (state: RunState, { payload }: PayloadAction<readonly string[]>): RunState => {
      const dropped = new Set(payload);
      if (!payload.some((name) => Object.hasOwn(state.runData, name))) return state;
      return { ...state, runData: Object.fromEntries(Object.entries(state.runData).filter(([name]) => !dropped.has(name))) };
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(pushReceived, (state, { payload }): RunState => afterEvent(plain(state as RunState), payload))
      .addCase(editorActions.opened, (state, { payload }): RunState => ({ ...(state as RunState), nodes: payload.workflow.nodes }))
      .addCase(editorActions.documentChanged, (state, { payload }): RunState => withNodes(plain(state as RunState), payload.workflow.nodes))
      .addCase(editorActions.workBroughtBack, (state, { payload }): RunState =>
        withNodes(plain(state as RunState), payload.workflow.nodes),
      );
  },
});

/** Returns the state behind a draft: reading through a draft creates a proxy for each object. */
const plain = (state: RunState): RunState => (original as (draft: unknown) => RunState | undefined)(state) ?? state;

/** Moves results with their nodes: renames them, sets them aside for removed nodes, and restores them for nodes that come back. */
function withNodes(state: RunState, nodes: Nodes): RunState {
  if (nodes === state.nodes) return state;
  const nameOf = new Map(nodes.map(({ id, name }) => [id, name]));
  const formerIds = new Map(state.nodes.map(({ id, name }) => [name, id]));
  if (state.nodes.length === nodes.length && state.nodes.every(({ id, name }) => nameOf.get(id) === name)) return { ...state, nodes };
  const names = new Set(nameOf.values());
  const runData: RunData = {};
  const removed: RunData = {};
  for (const [name, runs] of Object.entries(state.runData)) {
    const id = formerIds.get(name);
    const now = nameOf.get(id);
    if (id !== undefined && now === undefined) setOwn(removed, id, runs);
    else if (now !== undefined) setOwn(runData, now, runs);
    // These results belong to a node that was removed earlier, not to the node that has its name now.
    else if (!names.has(name)) setOwn(runData, name, runs);
  }
  for (const [id, runs] of Object.entries(state.removed)) {
    const now = nameOf.get(id);
    if (now === undefined) setOwn(removed, id, runs);
    else setOwn(runData, now, runs);
  }
  const executing = state.executing.flatMap((name) => (formerIds.has(name) ? (nameOf.get(formerIds.get(name)) ?? []) : name));
  return { ...state, nodes, runData: sameOr(state.runData, runData), removed, executing };
}

/** Returns the previous results if they are equal. */
function sameOr(before: RunData, after: RunData): RunData {
  const names = Object.keys(after);
  const isSame = names.length === Object.keys(before).length && names.every((name) => ownValue(before, name) === ownValue(after, name));
  return isSame ? before : after;
}

/** Maps a node's name at the start of the run to its current name or to its id, if it was removed. */
function nodeInRun({ nodes, nodesOfRun }: RunState, name: string): { readonly name: string } | { readonly removedId: string } {
  const id = nodes === nodesOfRun ? undefined : nodesOfRun.find((node) => node.name === name)?.id;
  if (id === undefined) return { name };
  const now = nodes.find((node) => node.id === id);
  return now === undefined ? { removedId: id } : { name: now.name };
}

function nameNow(state: RunState, name: string): string {
  const node = nodeInRun(state, name);
  return 'name' in node ? node.name : name;
}

function withResults(state: RunState, results: readonly (readonly [string, RunData[string]])[]): Pick<RunState, 'runData' | 'removed'> {
  const runData: RunData = { ...state.runData };
  const removed: RunData = { ...state.removed };
  for (const [name, runs] of results) {
    const node = nodeInRun(state, name);
    if ('name' in node) setOwn(runData, node.name, runs);
    else setOwn(removed, node.removedId, runs);
  }
  return { runData, removed };
}

/** `nodes`: those of the workflow that ran. */
function originsOf({ origins }: RunState, names: readonly string[], executionId: string | undefined, nodes: Nodes): RunState['origins'] {
  const nameSet = new Set(names);
  const ran = executionId === undefined ? [] : nodes.filter(({ id, name }) => id !== undefined && nameSet.has(name));
  const changedNodes = ran.filter((node) => origins[node.id ?? '']?.executionId !== executionId);
  if (executionId === undefined || changedNodes.length === 0) return origins;
  return { ...origins, ...Object.fromEntries(changedNodes.map((node) => [node.id, { executionId, node }])) };
}

function outcomeNow(state: RunState, { error, lastNode, ...outcome }: NonNullable<RunState['outcome']>): NonNullable<RunState['outcome']> {
  return {
    ...outcome,
    error: error?.node === undefined ? error : { ...error, node: nameNow(state, error.node) },
    lastNode: lastNode === undefined ? undefined : nameNow(state, lastNode),
  };
}

/** Applies an event; events of other executions are ignored. */
function afterEvent(state: RunState, event: PushEvent): RunState {
  switch (event.type) {
    case 'executionStarted':
      if (hasWaited(state, event.executionId)) return { ...state, status: 'running', outcome: undefined, stoppedAt: undefined };
      return isOurs(state, event) ? { ...state, status: 'running', executionId: event.executionId, startedAt: event.startedAt } : state;
    case 'testWebhookReceived':
      return state.status === 'waitingForEvent' ? { ...state, status: 'running', executionId: event.executionId } : state;
    case 'testWebhookDeleted':
      return state.status === 'waitingForEvent' ? { ...state, status: 'idle' } : state;
    case 'sendConsoleMessage':
      return event.executionId === state.executionId
        ? { ...state, console: [...state.console, lineOf(state, event)].slice(-LINES) }
        : state;
    case 'nodeExecuteBefore':
      return event.executionId === state.executionId ? withExecuting(state, event.nodeName) : state;
    case 'nodeExecuteAfter':
      return event.executionId === state.executionId ? withResult(state, event.nodeName, event.data) : state;
    case 'executionFinished':
      return event.executionId === state.executionId && state.status !== 'idle'
        ? {
            ...state,
            status: 'idle',
            executing: [],
            stoppedAt: event.stoppedAt,
            outcome: outcomeNow(state, {
              status: event.status,
              error: event.error,
              lastNode: event.lastNodeExecuted,
              waitTill: event.waitTill,
            }),
          }
        : state;
    default:
      return state;
  }
}

/** Whether the displayed run waited, and continues now. */
const hasWaited = ({ status, executionId, outcome }: RunState, id: string): boolean =>
  status === 'idle' && executionId === id && outcome?.status === 'waiting';

/**
 * Whether an event belongs to the run started on this page: by its execution id or, as long as that is unknown, as a manual run of this workflow.
 */
function isOurs(state: RunState, event: Extract<PushEvent, { type: 'executionStarted' }>): boolean {
  if (state.status === 'idle') return false;
  if (state.executionId !== undefined) return state.executionId === event.executionId;
  return event.mode === 'manual' && (state.workflowId === undefined || state.workflowId === event.workflowId);
}

function withExecuting(state: RunState, name: string): RunState {
  const node = nodeInRun(state, name);
  return 'name' in node ? { ...state, executing: [...state.executing, node.name] } : state;
}

function withResult(state: RunState, name: string, data: RunData[string][number]): RunState {
  const node = nodeInRun(state, name);
  const at = 'name' in node ? state.executing.lastIndexOf(node.name) : -1;
  const earlier = 'name' in node ? ownValue(state.runData, node.name) : ownValue(state.removed, node.removedId);
  const runs = (earlier ?? []) as RunData[string];
  // The first result of this run replaces results of an earlier run.
  const isEarlier = (run: RunData[string][number]): boolean => state.startedAt !== undefined && run.startTime < state.startedAt;
  return {
    ...state,
    ...withResults(state, [[name, [...runs.filter((run) => !isEarlier(run)), data]]]),
    origins: originsOf(state, [name], state.executionId, state.nodesOfRun),
    executing: at < 0 ? state.executing : state.executing.toSpliced(at, 1),
  };
}

const lineOf = (
  { console: lines, nodesOfRun }: RunState,
  { source: node, level, time, messages: values }: ConsoleMessageEvent,
): ConsoleLine => ({
  index: (lines.at(-1)?.index ?? -1) + 1,
  node,
  nodeId: nodesOfRun.find(({ name }) => name === node)?.id,
  level,
  time,
  values,
});

/** Returns the triggers whose first event the run waits for, by their current names; only the named one if a name is given. */
export function listeningTriggers(state: RunState, name?: string): readonly ListeningTrigger[] {
  if (state.status !== 'waitingForEvent') return [];
  const now = (state.listening ?? []).map((each) => ({ ...each, node: nameNow(state, each.node) }));
  return name === undefined ? now : now.filter(({ node }) => node === name);
}

export const runSlice = slice;
export const runActions = slice.actions;

/** Whether an event can be applied. While a run is starting, its execution id is unknown, so events of executions must wait. */
export const isReadyFor = ({ status }: Pick<RunState, 'status'>, event: PushEvent): boolean =>
  status !== 'starting' || !('executionId' in event);
