// What a route tells the frames around its screen.

export interface RouteHandle {
  /** Key of the window's title, which may depend on the address; without one the screen sets its own. */
  readonly title?: string | ((params: Readonly<Record<string, string | undefined>>) => string);
  /** The canvas needs the room: the sidebar does not expand by itself. */
  readonly isNodeView?: boolean;
}
