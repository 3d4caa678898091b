// /rest/addresses
import { addressRoutes, type InstanceAddress, type Reachability } from '../../contract/rest/addresses.ts';
import type { Mount } from '../mount.ts';

export interface AddressParts {
  readonly list: () => readonly InstanceAddress[];
  /** Where links for other people lead. */
  readonly sharedEditor: () => InstanceAddress;
  readonly check: (url: string) => Promise<Reachability>;
}

export function mountAddresses(mount: Mount, { list, sharedEditor, check }: AddressParts): void {
  mount(addressRoutes.list, () => [...list()]);
  mount(addressRoutes.sharedEditor, () => sharedEditor());
  mount(addressRoutes.check, ({ body }) => check(body.url));
}
