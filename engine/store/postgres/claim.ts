// Takes queued executions for a server of a team, so that none is taken twice and none of a few users or workflows take all slots.
import { sql, type RawBuilder } from 'kysely';

export interface QueueClaim {
  /** Id of the instance that takes them. */
  readonly instance: string;
  /** Number of the claim among those of the instance. */
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly most: number;
  /** Ids of the workflows and users whose executions this instance took last, the latest at the end. */
  readonly recent: { readonly workflows: readonly string[]; readonly users: readonly string[] };
}

/** Number of candidates per slot, since other servers take the same ones at the same time. */
const CANDIDATES = 4;

/**
 * Users and workflows with the fewest running executions come first, then those whose turn was longest ago, then the oldest execution. The workflows
 * that have queued executions are read one after another from the index of the queue, and of each only its oldest executions.
 */
export const claimStatement = ({ instance, number, startedAt, most, recent }: QueueClaim): RawBuilder<unknown> => sql`
with recursive queued as (
  (select workflow_id from execution where status = 'new' order by workflow_id limit 1)
  union all
  select following.workflow_id from queued, lateral (
    select workflow_id from execution where status = 'new' and workflow_id > queued.workflow_id order by workflow_id limit 1) as following
), busy as (select workflow_id, owner_id, count(*) as runs from execution where status = 'running' group by workflow_id, owner_id
), oldest as (
  select part.*, coalesce((select sum(runs) from busy where busy.workflow_id = part.workflow_id), 0) + part.turn as workflow_turn,
    coalesce(array_position(${recent.workflows}::text[], part.workflow_id), 0) as workflow_recency,
    coalesce(array_position(${recent.users}::text[], coalesce(part.owner_id, '')), 0) as user_recency
  from queued, lateral (
    select id, workflow_id, owner_id, started_at, row_number() over (order by started_at, id) as turn
    from execution where status = 'new' and workflow_id = queued.workflow_id order by started_at, id limit ${most * CANDIDATES}::int) as part
), ordered as (
  select oldest.*, coalesce((select sum(runs) from busy where busy.owner_id is not distinct from oldest.owner_id), 0)
    + row_number() over (partition by owner_id order by workflow_turn, workflow_recency, started_at, id) as user_turn
  from oldest
), candidate as (select id, row_number() over (order by user_turn, user_recency, workflow_turn, workflow_recency, started_at, id) as place from ordered
  order by place limit ${most * CANDIDATES}::int
), taken as (
  select execution.id from execution join candidate on candidate.id = execution.id where execution.status = 'new'
  order by candidate.place limit ${most}::int for update of execution skip locked
)
update execution set status = 'running', instance = ${instance}, process = ${number}::int, started_at = ${startedAt}::bigint, stop_requested = 0
where id in (select id from taken)`;
