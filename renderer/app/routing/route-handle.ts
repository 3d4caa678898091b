// Metadata that a route declares about its screen.
import type { AccessRule, Visitor } from './access.ts';

export interface RouteHandle {
  /** Key of the window title, which may depend on the address; without one the screen sets its own. */
  readonly title?: string | ((params: Readonly<Record<string, string | undefined>>) => string);
  /** The canvas needs the space: the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
  /** Access rule of the screens below this route. */
  readonly rule?: AccessRule;
  /** Path of the screen that this address is an alias of. */
  readonly leadsTo?: (visitor: Visitor, params: Readonly<Record<string, string | undefined>>) => string;
}
