// The run that the editor shows: fed by events as they come, or taken from an execution that is over.
import { createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { ErrorData, ExecutionStatus, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { ownValue, setOwn } from '../../../../engine/workflow/own-properties.ts';
import { pushReceived } from '../../../state/push-actions.ts';
import { editorActions } from '../document/editor-slice.ts';

type Nodes = WorkflowFile['nodes'];

/** Where a node's results are from: they may be those of an earlier run than the last. */
export interface ResultOrigin {
  readonly executionId: string;
  /** The node as it was. */
  readonly node: Nodes[number];
}

export interface RunState {
  readonly status: 'idle' | 'starting' | 'waitingForEvent' | 'running';
  readonly executionId?: string;
  /** Id of the execution that called it; known for kept executions only. */
  readonly callerId?: string;
  /** How the execution that is shown was started, such as `webhook`. */
  readonly mode?: string;
  /** Where its results come from, unless from events: kept ones, or those the store has once it ended, since events go to the page that began it. */
  readonly origin?: 'kept' | 'joined';
  /** Of the workflow that runs; absent while it was never saved. */
  readonly workflowId?: string;
  /** Results by the names that nodes have now. */
  readonly runData: RunData;
  /** Where the results of nodes are from, by the ids of the nodes. */
  readonly origins: Readonly<Record<string, ResultOrigin>>;
  /** Results of nodes that were removed, by their ids: whoever takes the removal back has them again. */
  readonly removed: RunData;
  /** Nodes of the workflow that is open. */
  readonly nodes: Nodes;
  /** The same as the run was taken up: what comes of it goes by the names that they had then. */
  readonly nodesOfRun: Nodes;
  /** Names of nodes that are at work. */
  readonly executing: readonly string[];
  /** How the last run ended. */
  readonly outcome?: {
    readonly status: ExecutionStatus;
    readonly error?: ErrorData;
    readonly lastNode?: string;
    /** Milliseconds since the epoch. */
    readonly waitTill?: number;
  };
  /** The workflow as it was when the run began: parameters that differ now make results stale. */
  readonly startedWith?: WorkflowFile;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  readonly stoppedAt?: number;
  /** Lines that nodes printed, the newest last. */
  readonly console: readonly { readonly node: string; readonly text: string }[];
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
/** Without a run. */
const empty = ({ nodes }: RunState): RunState => ({ ...initialState, nodes, nodesOfRun: nodes });
/** Lines kept. */
const LINES = 500;

const slice = createSlice({
  name: 'run',
  initialState,
  reducers: {
    runStarting: (
      state: RunState,
      { payload }: PayloadAction<{ readonly workflow: WorkflowFile; readonly keeps: RunData; readonly workflowId?: string }>,
    ): RunState => ({
      ...initialState,
      ...(payload.workflowId === undefined ? {} : { workflowId: payload.workflowId }),
      status: 'starting',
      startedWith: payload.workflow,
      nodes: payload.workflow.nodes,
      nodesOfRun: payload.workflow.nodes,
      runData: payload.keeps,
      origins: state.origins,
      console: state.console,
    }),
    runAccepted: (
      state: RunState,
      { payload }: PayloadAction<{ readonly executionId?: string; readonly isWaiting: boolean }>,
    ): RunState => {
      // The first events may come before the answer.
      if (state.status !== 'starting') return state;
      if (payload.isWaiting) return { ...state, status: 'waitingForEvent' };
      return { ...state, status: 'running', executionId: payload.executionId };
    },
    runRefused: (state: RunState): RunState => ({ ...state, status: 'idle', executing: [] }),
    listeningEnded: (state: RunState): RunState => (state.status === 'waitingForEvent' ? { ...state, status: 'idle' } : state),
    /** Its end was not heard of, but asked for: what it gave, where that was kept. */
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
    dataCleared: (state: RunState): RunState => empty(state),
    executionShown: (
      state: RunState,
      {
        payload,
      }: PayloadAction<{
        readonly executionId: string;
        readonly callerId?: string;
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
      callerId: payload.callerId,
      mode: payload.mode,
      origin: 'kept',
      runData: payload.runData,
      origins: originsOf(initialState, Object.keys(payload.runData), payload.executionId, payload.workflow.nodes),
      outcome: payload.outcome,
      startedWith: payload.workflow,
      startedAt: payload.startedAt,
      stoppedAt: payload.stoppedAt,
    }),
    /** A run that this tab has shown before. */
    runBroughtBack: (
      state: RunState,
      {
        payload,
      }: PayloadAction<Pick<RunState, 'executionId' | 'runData' | 'origins' | 'outcome' | 'startedWith' | 'startedAt' | 'stoppedAt'>>,
    ): RunState => ({ ...empty(state), ...payload, origin: 'kept' }),
    /** Another page began it, and it still goes on; what is shown of it already stays. */
    runJoined: (state: RunState, { payload }: PayloadAction<{ readonly executionId: string; readonly startedAt: number }>): RunState => ({
      ...state,
      ...payload,
      status: 'running',
      origin: 'joined',
      nodesOfRun: state.nodes,
      outcome: undefined,
      stoppedAt: undefined,
    }),
    /** The nodes as they are after a step back or forth. */
    nodesChanged: (state: RunState, { payload }: PayloadAction<Nodes>): RunState => withNodes(plain(state), payload),
    /** Results of nodes that are switched off say nothing any more. */
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

/** The state itself: within a draft everything that is looked at is copied. */
const plain = (state: RunState): RunState => (original as (draft: unknown) => RunState | undefined)(state) ?? state;

/** Results go with their nodes: to a new name, aside with one that was removed, and back with one that comes back. */
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
    // Of a node that was gone before: none that gets its name now has given it.
    else if (!names.has(name)) setOwn(runData, name, runs);
  }
  for (const [id, runs] of Object.entries(state.removed)) {
    const now = nameOf.get(id);
    if (now === undefined) setOwn(removed, id, runs);
    else setOwn(runData, now, runs);
  }
  const executing = state.executing.flatMap((name) => (formerIds.has(name) ? (nameOf.get(formerIds.get(name)) ?? []) : name));
  return { ...state, nodes, runData: kept(state.runData, runData), removed, executing };
}

/** The former results where they are the same. */
function kept(before: RunData, after: RunData): RunData {
  const names = Object.keys(after);
  const isSame = names.length === Object.keys(before).length && names.every((name) => ownValue(before, name) === ownValue(after, name));
  return isSame ? before : after;
}

/** Where results go of a node by the name that it had as the run was taken up. */
function placeOf({ nodes, nodesOfRun }: RunState, name: string): { readonly name: string } | { readonly removedId: string } {
  const id = nodes === nodesOfRun ? undefined : nodesOfRun.find((node) => node.name === name)?.id;
  if (id === undefined) return { name };
  const now = nodes.find((node) => node.id === id);
  return now === undefined ? { removedId: id } : { name: now.name };
}

function nameNow(state: RunState, name: string): string {
  const place = placeOf(state, name);
  return 'name' in place ? place.name : name;
}

function withResults(state: RunState, results: readonly (readonly [string, RunData[string]])[]): Pick<RunState, 'runData' | 'removed'> {
  const runData: RunData = { ...state.runData };
  const removed: RunData = { ...state.removed };
  for (const [name, runs] of results) {
    const place = placeOf(state, name);
    if ('name' in place) setOwn(runData, place.name, runs);
    else setOwn(removed, place.removedId, runs);
  }
  return { runData, removed };
}

/** `nodes`: of the workflow as it ran. */
function originsOf({ origins }: RunState, names: readonly string[], executionId: string | undefined, nodes: Nodes): RunState['origins'] {
  const given = new Set(names);
  const ran = executionId === undefined ? [] : nodes.filter(({ id, name }) => id !== undefined && given.has(name));
  const others = ran.filter((node) => origins[node.id ?? '']?.executionId !== executionId);
  if (executionId === undefined || others.length === 0) return origins;
  return { ...origins, ...Object.fromEntries(others.map((node) => [node.id, { executionId, node }])) };
}

function outcomeNow(state: RunState, { error, lastNode, ...outcome }: NonNullable<RunState['outcome']>): NonNullable<RunState['outcome']> {
  return {
    ...outcome,
    error: error?.node === undefined ? error : { ...error, node: nameNow(state, error.node) },
    lastNode: lastNode === undefined ? undefined : nameNow(state, lastNode),
  };
}

/** Events of other executions than the one that is shown say nothing here. */
function afterEvent(state: RunState, event: PushEvent): RunState {
  switch (event.type) {
    case 'executionStarted':
      return isOurs(state, event) ? { ...state, status: 'running', executionId: event.executionId, startedAt: event.startedAt } : state;
    case 'testWebhookReceived':
      return state.status === 'waitingForEvent' ? { ...state, status: 'running', executionId: event.executionId } : state;
    case 'testWebhookDeleted':
      return state.status === 'waitingForEvent' ? { ...state, status: 'idle' } : state;
    case 'sendConsoleMessage':
      return event.executionId === state.executionId
        ? { ...state, console: [...state.console, ...lines(event.source, event.messages)].slice(-LINES) }
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

/** A run that was asked for here: by its id, or as long as that is not known as one by hand of this workflow. */
function isOurs(state: RunState, event: Extract<PushEvent, { type: 'executionStarted' }>): boolean {
  if (state.status === 'idle') return false;
  if (state.executionId !== undefined) return state.executionId === event.executionId;
  return event.mode === 'manual' && (state.workflowId === undefined || state.workflowId === event.workflowId);
}

function withExecuting(state: RunState, name: string): RunState {
  const place = placeOf(state, name);
  return 'name' in place ? { ...state, executing: [...state.executing, place.name] } : state;
}

function withResult(state: RunState, name: string, data: RunData[string][number]): RunState {
  const place = placeOf(state, name);
  const at = 'name' in place ? state.executing.lastIndexOf(place.name) : -1;
  const earlier = 'name' in place ? ownValue(state.runData, place.name) : ownValue(state.removed, place.removedId);
  const runs = (earlier ?? []) as RunData[string];
  // A kept result of an earlier run is replaced by the first one of this run.
  const isEarlier = (run: RunData[string][number]): boolean => state.startedAt !== undefined && run.startTime < state.startedAt;
  return {
    ...state,
    ...withResults(state, [[name, [...runs.filter((run) => !isEarlier(run)), data]]]),
    origins: originsOf(state, [name], state.executionId, state.nodesOfRun),
    executing: at < 0 ? state.executing : state.executing.toSpliced(at, 1),
  };
}

const lines = (node: string, messages: readonly unknown[]): RunState['console'] => [
  { node, text: messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message))).join(' ') },
];

export const runSlice = slice;
export const runActions = slice.actions;
