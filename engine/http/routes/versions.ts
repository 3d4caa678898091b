// /rest/versions
import { versionRoutes } from '../../contract/rest/versions.ts';
import type { VersionService } from '../../services/versions.ts';
import type { Mount } from '../mount.ts';

export function mountVersions(mount: Mount, versions: VersionService): void {
  mount(versionRoutes.list, async () => [...(await versions.list())]);
}
