// The run that the editor shows: fed by events as they come, or taken from an execution that is over (spec 3 §4.1–4.3).
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { PushEvent } from '../../../../engine/contract/push.ts';
import type { ErrorData, ExecutionStatus, RunData } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { pushReceived } from '../../../state/push-actions.ts';

export interface RunState {
  readonly status: 'idle' | 'starting' | 'waitingForEvent' | 'running';
  readonly executionId?: string;
  /** Where its results come from, unless from events: kept ones, or those the store has once it ended, since events go to the page that began it. */
  readonly origin?: 'kept' | 'joined';
  /** Of the workflow that runs; absent while it was never saved. */
  readonly workflowId?: string;
  /** Results by node name. */
  readonly runData: RunData;
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
const initialState: RunState = { status: 'idle', runData: noData, executing: [], console: [] };
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
      runData: payload.keeps,
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
      state: RunState,
      { payload }: PayloadAction<Pick<RunState, 'outcome' | 'stoppedAt'> & { readonly runData?: RunData }>,
    ): RunState => ({
      ...state,
      status: 'idle',
      executing: [],
      outcome: payload.outcome,
      stoppedAt: payload.stoppedAt,
      runData: { ...state.runData, ...payload.runData },
    }),
    dataCleared: (): RunState => initialState,
    executionShown: (
      _state: RunState,
      {
        payload,
      }: PayloadAction<{
        readonly executionId: string;
        readonly runData: RunData;
        readonly outcome: RunState['outcome'];
        readonly workflow: WorkflowFile;
        readonly startedAt: number;
        readonly stoppedAt?: number;
      }>,
    ): RunState => ({
      ...initialState,
      executionId: payload.executionId,
      origin: 'kept',
      runData: payload.runData,
      outcome: payload.outcome,
      startedWith: payload.workflow,
      startedAt: payload.startedAt,
      stoppedAt: payload.stoppedAt,
    }),
    /** A run that this tab has shown before. */
    runBroughtBack: (
      _state: RunState,
      { payload }: PayloadAction<Pick<RunState, 'executionId' | 'runData' | 'outcome' | 'startedWith' | 'startedAt' | 'stoppedAt'>>,
    ): RunState => ({ ...initialState, ...payload, origin: 'kept' }),
    /** Another page began it, and it still goes on; what is shown of it already stays. */
    runJoined: (state: RunState, { payload }: PayloadAction<{ readonly executionId: string; readonly startedAt: number }>): RunState => ({
      ...state,
      ...payload,
      status: 'running',
      origin: 'joined',
      outcome: undefined,
      stoppedAt: undefined,
    }),
    nodeRenamed: (state: RunState, { payload }: PayloadAction<{ readonly from: string; readonly to: string }>): RunState => {
      if (!Object.hasOwn(state.runData, payload.from)) return state;
      const renamed = Object.entries(state.runData).map(([name, runs]) => [name === payload.from ? payload.to : name, runs] as const);
      return { ...state, runData: Object.fromEntries(renamed) };
    },
    /** Results of nodes that are switched off or gone say nothing any more. */
    nodeDataDropped: (state: RunState, { payload }: PayloadAction<readonly string[]>): RunState => {
      const dropped = new Set(payload);
      if (!payload.some((name) => Object.hasOwn(state.runData, name))) return state;
      return { ...state, runData: Object.fromEntries(Object.entries(state.runData).filter(([name]) => !dropped.has(name))) };
    },
  },
  extraReducers: (builder) => {
    builder.addCase(pushReceived, (state, { payload }): RunState => afterEvent(state as RunState, payload));
  },
});

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
      return event.executionId === state.executionId ? { ...state, executing: [...state.executing, event.nodeName] } : state;
    case 'nodeExecuteAfter':
      return event.executionId === state.executionId ? withResult(state, event.nodeName, event.data) : state;
    case 'executionFinished':
      return event.executionId === state.executionId && state.status !== 'idle'
        ? {
            ...state,
            status: 'idle',
            executing: [],
            stoppedAt: event.stoppedAt,
            outcome: { status: event.status, error: event.error, lastNode: event.lastNodeExecuted, waitTill: event.waitTill },
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

function withResult(state: RunState, name: string, data: RunData[string][number]): RunState {
  const at = state.executing.lastIndexOf(name);
  const runs = Object.hasOwn(state.runData, name) ? (state.runData[name] ?? []) : [];
  // A kept result of an earlier run is replaced by the first one of this run.
  const isEarlier = (run: RunData[string][number]): boolean => state.startedAt !== undefined && run.startTime < state.startedAt;
  return {
    ...state,
    executing: at < 0 ? state.executing : state.executing.toSpliced(at, 1),
    runData: { ...state.runData, [name]: [...runs.filter((run) => !isEarlier(run)), data] },
  };
}

const lines = (node: string, messages: readonly unknown[]): RunState['console'] => [
  { node, text: messages.map((message) => (typeof message === 'string' ? message : JSON.stringify(message))).join(' ') },
];

export const runSlice = slice;
export const runActions = slice.actions;
