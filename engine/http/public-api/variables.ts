// /api/v1/variables
import { variableApi } from '../../contract/public-api/variables.ts';
import type { VariableService } from '../../services/variables.ts';
import type { Mount } from '../mount.ts';
import { pageBy } from './pages.ts';

export function mountVariables(mount: Mount, variables: VariableService): void {
  mount(variableApi.list, async ({ query }) => pageBy(await variables.list(), query, ({ id }) => id));
  mount(variableApi.create, ({ body }) => variables.create(body));
  mount(variableApi.update, async ({ params, body }) => {
    await variables.update(params.id, body);
    return null;
  });
  mount(variableApi.remove, async ({ params }) => {
    await variables.remove(params.id);
    return null;
  });
}
