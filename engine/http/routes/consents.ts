// /rest/consents
import { consentRoutes } from '../../contract/rest/consents.ts';
import type { ConsentService } from '../../services/consents.ts';
import type { Mount } from '../mount.ts';

export function mountConsents(mount: Mount, consents: ConsentService): void {
  mount(consentRoutes.list, () => consents.list());
  mount(consentRoutes.decide, ({ params, body }) => consents.decide(params.id, body.answer));
  mount(consentRoutes.grant, ({ params }) => consents.grant(params.id));
  mount(consentRoutes.remove, ({ params }) => consents.remove(params.id));
}
