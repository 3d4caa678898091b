// /rest/tags
import { tagRoutes } from '../../contract/rest/tags.ts';
import type { TagService } from '../../services/tags.ts';
import type { Mount } from '../mount.ts';

export function mountTags(mount: Mount, tags: TagService): void {
  mount(tagRoutes.list, ({ caller, query }) => tags.list(caller, query.withUsageCount));
  mount(tagRoutes.create, ({ body }) => tags.create(body.name));
  mount(tagRoutes.rename, ({ params, body }) => tags.rename(params.id, body.name));
  mount(tagRoutes.remove, ({ params }) => tags.remove(params.id));
}
