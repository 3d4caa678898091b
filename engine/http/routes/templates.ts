// /rest/template-library
import { templateRoutes } from '../../contract/rest/templates.ts';
import type { TemplateLibrary } from '../../services/template-library.ts';
import type { Mount } from '../mount.ts';

export function mountTemplates(mount: Mount, library: TemplateLibrary): void {
  mount(templateRoutes.health, () => ({ status: 'OK' as const }));
  mount(templateRoutes.categories, () => library.categories());
  mount(templateRoutes.collections, ({ query }) => library.collections(query));
  mount(templateRoutes.list, ({ query }) => library.list(query));
  mount(templateRoutes.collection, ({ params }) => library.collection(params.id));
  mount(templateRoutes.get, ({ params }) => library.get(params.id));
  mount(templateRoutes.workflow, ({ params }) => library.workflow(params.id));
}
