// The servers that share a database: who they are, messages between them, and what only one of them may do.
import { createHash } from 'node:crypto';
import type { JsonValue } from '../contract/json.ts';

/** What a server tells the others about itself. */
export interface MemberState {
  readonly version: string;
  /** Number of executions that it runs. */
  readonly runs: number;
  /** Maximum number of production executions that it runs at the same time; null if there is no limit, 0 if it runs none. */
  readonly slots: number | null;
  /** Share of the time in which its main thread was busy since the previous state, from 0 to 1. */
  readonly load: number;
  /** Whether it serves the editor, the API and webhooks. */
  readonly serves: boolean;
}

export interface TeamMember {
  readonly id: string;
  /** Name of its computer, and its data folder. */
  readonly place: string;
  readonly kind: 'server' | 'command';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds since it renewed its lease. */
  readonly seenAgo: number;
  /** Milliseconds after which a lease that is not renewed expires. */
  readonly lease: number;
  /** Number of workflows whose long-lived triggers it runs. */
  readonly workflows: number;
  /** Null until the server has started. */
  readonly state: MemberState | null;
}

export interface Messages {
  /** Sends a message to all other servers, or to one. Resolves once the database has it; those that are not listening then never receive it. */
  send(topic: string, body: JsonValue, to?: string): Promise<void>;
  /** Calls the listener for each message of a topic, in the order in which its sender sent them; returns a function that ends it. */
  on(topic: string, listener: (body: JsonValue, from: string) => void): () => void;
  /** Calls the listener when messages may have been lost; returns a function that ends it. */
  onGap(listener: () => void): () => void;
}

/** Which server runs the long-lived triggers of a workflow. A lease ends when its server gives it back or ends itself. */
export interface WorkflowLeases {
  /** Takes the leases that no other server has; returns the ids of those workflows whose leases this server then has. Throws STORE_FAILED. */
  take(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
  giveBack(workflowIds: readonly string[]): Promise<void>;
}

export interface Team {
  /** The id of this server. */
  readonly id: string;
  readonly messages: Messages;
  /** Runs the work while no server of the team, this one included, runs work with the same key. Throws STORE_FAILED. */
  alone<T>(key: string, work: () => Promise<T>): Promise<T>;
  readonly leases: WorkflowLeases;
  /** Whether it has renewed its lease lately, for which the database must respond. */
  readonly isConnected: boolean;
  /** Ids of the living servers, with this one, sorted. Changes are known after two seconds at most. */
  readonly servers: readonly string[];
  /** Those of them that serve and run triggers; the others only run executions. */
  readonly serving: readonly string[];
  /** Calls the listener when the living servers have changed; returns a function that ends it. */
  onChange(listener: () => void): () => void;
  /** Sets what each renewal of the lease tells the others. */
  describe(state: () => MemberState): void;
  members(): Promise<readonly TeamMember[]>;
}

/**
 * Returns the position of a server in the order in which the servers take something up, from 0. Each key has its own order, so that all servers
 * agree, and all of them have about as many first places. When a server ends, only its keys get another first server.
 */
export function rankFor(key: string, { id, servers }: Pick<Team, 'id' | 'servers'>): number {
  const weightOf = (server: string): string => createHash('sha256').update(`${server} ${key}`).digest('hex');
  const own = weightOf(id);
  return servers.filter((server) => server !== id && weightOf(server) > own).length;
}
