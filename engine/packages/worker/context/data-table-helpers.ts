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
        (...args: readonly unknown[]) => call.request('dataTable', { method, args, ...(table === undefined ? {} : { table }) }),
      ]),
    );
  /** Under the names before version 1.113, too, when tables were called stores. */
  const withName = (members: object): object => ({
    ...members,
    ...Object.fromEntries(Object.entries(members).map(([name, member]) => [name.replace('DataTable', 'DataStore'), member as unknown])),
  });
  // Tables have no projects here; packages write the id into links.
  const all = (name: string) => async () =>
    supportedOnly(`this.helpers.${name}`, { ...withName(functions(ofAll)), getProjectId: () => 'home' });
  const one = (name: string) => async (id: unknown) => supportedOnly(`this.helpers.${name}`, withName(functions(ofOne, String(id))));
  return {
    getDataTableAggregateProxy: all('getDataTableAggregateProxy'),
    getDataStoreAggregateProxy: all('getDataStoreAggregateProxy'),
    getDataTableProxy: one('getDataTableProxy'),
    getDataStoreProxy: one('getDataStoreProxy'),
  };
}
