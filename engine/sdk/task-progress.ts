// What a root node has done in a task, so that it can wait in the middle of it and continue later without repeating anything.
import type { JsonObject } from '../contract/json.ts';

/** What a node has done in the running task. It is stored with the execution while that waits. Then the node runs again, and reads it. */
export interface TaskProgress {
  /** Returns a record, which is empty at first; modify it in place. It must be JSON. */
  record(key: string): Record<string, unknown>;
  /** Opens a call of a tool. `onBlock` is called when the call can only go on in a later run of the node. */
  call(key: string, onBlock: () => void): WaitingCall;
  /** Suspends the execution until a question is answered or expires, or a called workflow ends. Never resolves. */
  suspend(): Promise<never>;
}

/** A call of a tool that may wait. */
export interface WaitingCall {
  /** Identifies the call within the task. */
  readonly key: string;
  /** Ends the call for this run of the node. Never resolves. */
  block(): Promise<never>;
  /** Returns the question that a node has asked about this call; undefined if it has not asked. */
  question(node: string): Question | undefined;
  /** Adds a question. Its id is part of the addresses at which it is answered. */
  ask(question: Omit<Question, 'id' | 'key' | 'askedAt'>): Question;
  /** Must be called before the tool is called after an approval: from then on, the call is not made again, even if the program ends meanwhile. */
  start(question: Question): Promise<void>;
  /** Removes a question that could not be asked. */
  withdraw(question: Question): void;
}

/** A question to a person about the call of a tool. */
export interface Question {
  /** Random; whoever knows it and the signed address of the execution may answer. */
  readonly id: string;
  /** Key of the call. */
  readonly key: string;
  /** Name of the node that asks. */
  readonly node: string;
  /** Name of the node that supplies the tool. */
  readonly tool: string;
  /** Arguments that the model chose. */
  readonly args: JsonObject;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  message?: string;
  /** Time at which it expires, in milliseconds since the epoch. */
  waitTill?: number;
  /** What the node's webhook returned, or what was chosen in the editor. */
  answer?: JsonObject;
  /** Whether the tool was started after the approval, and the result is not known yet. */
  isStarted?: boolean;
}

/** How a node asks a question: its expressions read `$tool`, its addresses contain the id of the question, and its wait ends the call only. */
export interface Asking {
  readonly question: Question;
  /** Name of the tool's node and arguments, as `$tool` returns them. */
  readonly tool: { readonly name: string; readonly parameters: JsonObject };
  /** Index of the root node's item, which the node's expressions read. */
  readonly itemIndex: number;
}
