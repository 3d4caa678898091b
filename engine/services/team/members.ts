// The servers and commands that share the database: what this server tells the others, who is there, and what happens when a server ends.
import type { Member } from '../../contract/rest/members.ts';
import type { PushHub } from '../../push/hub.ts';
import type { Logger } from '../../sdk/index.ts';
import type { Team } from '../../store/index.ts';

export interface MembersPorts {
  /** Undefined if only one server can use the database. */
  readonly team: Team | undefined;
  readonly version: string;
  /** Whether it serves the editor, the API and webhooks. */
  readonly serves: boolean;
  /** Number of executions that this server runs. */
  readonly runs: () => number;
  /** Maximum number of production executions at the same time; infinite if there is no limit. */
  readonly limit: () => number;
  readonly hub: Pick<PushHub, 'deliverToAll'>;
  /** Marks executions of ended servers as crashed. */
  readonly recover: () => Promise<void>;
  readonly logger: Logger;
}

export class Members {
  readonly #ports: MembersPorts;
  #servers: readonly string[];

  constructor(ports: MembersPorts) {
    this.#ports = ports;
    const { team, version, runs, serves } = ports;
    this.#servers = team?.servers ?? [];
    let utilization = performance.eventLoopUtilization();
    team?.describe(() => {
      const now = performance.eventLoopUtilization();
      const load = performance.eventLoopUtilization(now, utilization).utilization;
      utilization = now;
      return { version, runs: runs(), slots: this.#slots, load: Math.round(load * 100) / 100, serves };
    });
    team?.onChange(() => this.#followEnded(team.servers));
  }

  /** Number of living servers that share the database. */
  get count(): number {
    return this.#ports.team?.servers.length ?? 1;
  }

  /** The oldest first. Throws STORE_FAILED. */
  async list(): Promise<Member[]> {
    const { team } = this.#ports;
    return ((await team?.members()) ?? []).map(({ startedAt, ...member }) => ({
      ...member,
      isThis: member.id === team?.id,
      startedAt: new Date(startedAt).toISOString(),
    }));
  }

  /** Maximum number of production executions that this server runs at the same time; infinite if there is no limit. */
  get limit(): number {
    return this.#ports.limit();
  }

  get #slots(): number | null {
    const { limit } = this;
    return Number.isFinite(limit) ? limit : null;
  }

  /** Editors look at their runs again, since those of the ended server are over. */
  #followEnded(servers: readonly string[]): void {
    const hasEnded = this.#servers.some((server) => !servers.includes(server));
    this.#servers = servers;
    if (!hasEnded) return;
    const { recover, hub, logger } = this.#ports;
    recover()
      .catch((error: unknown) => logger.warn(`Executions of a server that has ended could not be recovered: ${String(error)}`))
      .finally(() => hub.deliverToAll({ type: 'serverEnded' }));
  }
}
