// Metadata that a route declares about its screen.
import type { AccessRule, Visitor } from './access.ts';

export interface RouteHandle {
  /** Key of the window title, which may depend on the path; without one the screen sets its own. */
  readonly title?: string | ((params: Readonly<Record<string, string | undefined>>) => string);
  /** Whether the canvas needs the space, so that the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
  /** Access rule of the screens below this route. */
  readonly rule?: AccessRule;
  /** Returns the path for which this one is an alias. */
  readonly leadsTo?: (visitor: Visitor, params: Readonly<Record<string, string | undefined>>) => string;
}
