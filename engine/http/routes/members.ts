// /rest/members
import { memberRoutes } from '../../contract/rest/members.ts';
import type { Members } from '../../services/team/members.ts';
import type { Mount } from '../mount.ts';

export function mountMembers(mount: Mount, members: Members): void {
  mount(memberRoutes.list, () => members.list());
}
