// The frequently used statements of executions, each compiled once.
import type { Kysely } from 'kysely';
import type { ExecutionTable, Tables } from '../schema.ts';
import { Template } from '../writes.ts';
import type { rowOf } from './execution-record.ts';

export function statements(queries: Kysely<Tables>) {
  return {
    row: new Template<ReturnType<typeof rowOf>>((row) => queries.insertInto('execution').values(row).compile()),
    snapshot: new Template<Tables['workflow_snapshot']>((row) =>
      queries
        .insertInto('workflow_snapshot')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .compile(),
    ),
    end: new Template<Pick<ExecutionTable, 'status' | 'stopped_at' | 'wait_till' | 'last_node' | 'error_message' | 'id'>>(
      ({ id, ...changed }) => queries.updateTable('execution').set(changed).where('id', '=', id).compile(),
    ),
    startSuperseded: new Template<Pick<ExecutionTable, 'start_file' | 'id'>>(({ id, ...changed }) =>
      queries.updateTable('execution').set(changed).where('id', '=', id).compile(),
    ),
    progress: new Template<Pick<ExecutionTable, 'last_node' | 'id'>>(({ id, ...changed }) =>
      queries.updateTable('execution').set(changed).where('id', '=', id).compile(),
    ),
    noSteps: new Template<Pick<Tables['execution_step'], 'execution_id'>>(({ execution_id }) =>
      queries.deleteFrom('execution_step').where('execution_id', '=', execution_id).compile(),
    ),
    step: new Template<Tables['execution_step']>((row) => queries.insertInto('execution_step').values(row).compile()),
    payload: new Template<Tables['execution_data']>((row) =>
      queries
        .insertInto('execution_data')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('execution_id').doUpdateSet((eb) => ({ data: eb.ref('excluded.data'), large_id: eb.ref('excluded.large_id') })),
        )
        .compile(),
    ),
    file: new Template<Tables['execution_file']>((row) =>
      queries
        .insertInto('execution_file')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['execution_id', 'file_id']).doUpdateSet((eb) => ({ instance: eb.ref('excluded.instance') })),
        )
        .compile(),
    ),
  };
}
