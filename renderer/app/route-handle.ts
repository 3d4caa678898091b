// What a route tells the frames around its screen.

export interface RouteHandle {
  /** Key of the window's title; without one the screen sets its own. */
  readonly title?: string;
  /** The canvas needs the room: the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
}
