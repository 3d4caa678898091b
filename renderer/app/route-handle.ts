// What a route declares about its screen, besides the screen itself.
import type { AccessRule, Visitor } from './access.ts';

export interface RouteHandle {
  /** Key of the window's title, which may depend on the address; without one the screen sets its own. */
  readonly title?: string | ((params: Readonly<Record<string, string | undefined>>) => string);
  /** The canvas needs the room: the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
  /** Who may see the screens below this route. */
  readonly rule?: AccessRule;
  /** Path of another screen that this address stands for. */
  readonly leadsTo?: (visitor: Visitor, params: Readonly<Record<string, string | undefined>>) => string;
}
