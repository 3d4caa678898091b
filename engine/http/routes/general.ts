// /rest/settings/general
import { generalRoutes } from '../../contract/rest/general.ts';
import type { GeneralSettings } from '../../settings/general-settings.ts';
import type { Mount } from '../mount.ts';

export function mountGeneral(mount: Mount, general: GeneralSettings): void {
  mount(generalRoutes.read, () => general.read());
  mount(generalRoutes.change, ({ body }) => general.change(body));
}
