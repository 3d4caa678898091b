// Helpers that give package code the data tables: one object for all tables, and one per table. Each of their functions is a request to the engine.
import { supportedOnly } from '../../modules/unsupported.ts';
import type { PackageCall } from '../call.ts';

const ofAll = ['getManyAndCount', 'createDataTable'] as const;
const ofOne = [
  'getColumns', 'getManyRowsAndCount', 'insertRows', 'updateRows', 'upsertRow', 'deleteRows', 'clearRows', 'updateDataTable', 'deleteDataTable',
] as const; // oxfmt-ignore

export function dataTableHelpers(call: PackageCall): object {
  const functions = (names: readonly string[], table?: string): object =>
    Object.fromEntries(
      names.map((method) => [
        method,
        (...args: readonly unknown[]) => call.request({ type: 'dataTable', method, args, ...(table === undefined ? {} : { table }) }),
      ]),
    );
  return {
    getDataTableAggregateProxy: async () =>
      // Tables have no projects here; packages write the id into links.
      supportedOnly('this.helpers.getDataTableAggregateProxy', { ...functions(ofAll), getProjectId: () => 'home' }),
    getDataTableProxy: async (id: unknown) => supportedOnly('this.helpers.getDataTableProxy', functions(ofOne, String(id))),
  };
}
