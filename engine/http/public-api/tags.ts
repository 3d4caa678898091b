// /api/v1/tags
import { tagApi } from '../../contract/public-api/tags.ts';
import type { TagService } from '../../services/tags.ts';
import type { Mount } from '../mount.ts';
import { pageIn } from './pages.ts';

export function mountTags(mount: Mount, tags: TagService): void {
  mount(tagApi.list, async ({ caller, query }) => pageIn(await tags.list(caller), query));
  mount(tagApi.create, ({ body }) => tags.create(body.name));
  mount(tagApi.get, ({ params }) => tags.get(params.id));
  mount(tagApi.rename, ({ params, body }) => tags.rename(params.id, body.name));
  mount(tagApi.remove, async ({ params }) => {
    const tag = await tags.get(params.id);
    await tags.remove(params.id);
    return tag;
  });
}
