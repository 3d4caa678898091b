// /rest/addresses
import { addressRoutes, type InstanceAddress, type Reachability } from '../../contract/rest/addresses.ts';
import type { Mount } from '../mount.ts';

export interface AddressParts {
  readonly list: () => readonly InstanceAddress[];
  readonly check: (url: string) => Promise<Reachability>;
}

export function mountAddresses(mount: Mount, { list, check }: AddressParts): void {
  mount(addressRoutes.list, () => [...list()]);
  mount(addressRoutes.check, ({ body }) => check(body.url));
}
