// What the canvas draws, and what it tells: plain data in, intents out. It knows no store and no workflow.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An input or output of a node. Main ports come first, in order from the top; others stand below (inputs) and above (outputs). */
export interface CanvasPort {
  /** Connection type: `main` for items; others, such as `ai_tool`, give a node to another one. */
  readonly type: string;
  /** Shown beside it, where the node names it. */
  readonly name?: string;
}

/** What a node is doing, or how its last run ended. `stopped`: by the user. `stale`: it succeeded, but the result no longer holds. */
export type CanvasNodeState = 'idle' | 'running' | 'waiting' | 'success' | 'error' | 'stopped' | 'stale';

export interface CanvasNode {
  readonly id: string;
  readonly position: Point;
  readonly title: string;
  /** What its parameters come to, in a few words. */
  readonly subtitle?: string;
  /** Address of the icon. */
  readonly icon?: string;
  /** CSS colour of the icon's stroke. */
  readonly tint?: string;
  readonly isTrigger: boolean;
  readonly inputs: readonly CanvasPort[];
  readonly outputs: readonly CanvasPort[];
  readonly state: CanvasNodeState;
  /** Text of the badge: a count, a time. */
  readonly badge?: string;
  /** What is wrong with it, line by line. */
  readonly issues: readonly string[];
  readonly isDisabled: boolean;
  readonly isPinned: boolean;
  readonly hasNotes: boolean;
  /** The node type is not installed: its full name, and letters to show for its icon. */
  readonly unknown?: { readonly type: string; readonly initials: string };
  /** The node shows its first notes below the name. */
  readonly notes?: string;
}

export interface CanvasNote {
  readonly id: string;
  readonly position: Point;
  readonly size: { readonly width: number; readonly height: number };
  /** Markdown. */
  readonly content: string;
  /** 1 to 7. */
  readonly color: number;
}

export interface CanvasEdge {
  readonly id: string;
  readonly source: string;
  /** Index among the source's outputs. */
  readonly output: number;
  readonly target: string;
  /** Index among the target's inputs. */
  readonly input: number;
  /** It joins ports of another type than `main`. */
  readonly isLink?: true;
  readonly state: 'idle' | 'running' | 'success' | 'error' | 'pinned' | 'stale';
  /** Items that went over it, as text. */
  readonly label?: string;
}

/** All that is on the canvas. Parts that did not change are the same objects as before: the canvas compares by identity. */
export interface CanvasModel {
  readonly nodes: ReadonlyMap<string, CanvasNode>;
  readonly notes: ReadonlyMap<string, CanvasNote>;
  readonly edges: ReadonlyMap<string, CanvasEdge>;
}

/** One end of a connection that is being drawn. */
export interface PortRef {
  readonly node: string;
  readonly side: 'input' | 'output';
  /** Among all ports of its side. */
  readonly index: number;
  readonly type: string;
}

/** What somebody did on the canvas. Positions are of the canvas, snapped to the grid. */
export type CanvasIntent =
  /** `edges` are chosen beside the nodes and notes; without them none is. */
  | { readonly type: 'select'; readonly ids: readonly string[]; readonly edges?: readonly string[] }
  | { readonly type: 'open'; readonly id: string }
  /** `isStep`: one of several by the keyboard, which belong together. */
  | { readonly type: 'move'; readonly positions: ReadonlyMap<string, Point>; readonly isStep?: true }
  | { readonly type: 'connect'; readonly from: PortRef; readonly to: PortRef }
  | { readonly type: 'disconnect'; readonly edge: string }
  /** A connection was dropped on empty canvas, or the plus of an output pressed: choose a node to connect. */
  | { readonly type: 'addFrom'; readonly from: PortRef; readonly at: Point }
  /** A connection was dropped on another one: the node is put in between. */
  | { readonly type: 'connectInto'; readonly from: PortRef; readonly edge: string }
  /** The plus on a connection: choose a node to insert. */
  | { readonly type: 'insert'; readonly edge: string; readonly at: Point }
  /** Something was dragged here from outside: a node type from the creator, a file. */
  | { readonly type: 'drop'; readonly at: Point; readonly data: DataTransfer; readonly edge?: string }
  | {
      readonly type: 'menu';
      readonly target: 'canvas' | 'node' | 'note' | 'edge';
      readonly id?: string;
      readonly at: Point;
      readonly screen: Point;
    }
  | { readonly type: 'tool'; readonly tool: 'run' | 'disable' | 'duplicate' | 'delete'; readonly id: string }
  /** The hand or the focus is on what would run up to a node; without an id no longer. */
  | { readonly type: 'consider'; readonly id?: string }
  | { readonly type: 'editNote'; readonly id: string; readonly content: string }
  | { readonly type: 'colorNote'; readonly id: string; readonly color: number }
  | {
      readonly type: 'resizeNote';
      readonly id: string;
      readonly position: Point;
      readonly size: CanvasNote['size'];
      readonly isStep?: true;
    }
  | { readonly type: 'create'; readonly at: Point };

export interface CanvasView {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** What a run would do: shown on nodes and connections, all else steps back. */
export interface CanvasPlan {
  /** Ids of nodes that run. */
  readonly runs: ReadonlySet<string>;
  /** Nodes that give data without running: of the last run, or pinned. */
  readonly gives: ReadonlyMap<string, 'run' | 'pin'>;
}

/** What others may ask of the canvas. */
export interface CanvasHandle {
  /** Takes the focus, or gives it to a node or note: the canvas's keys work from now on. */
  focus(id?: string): void;
  /** Opens the text of a note, also of one that the next model brings. */
  editNote(id: string): void;
  /** Brings the middle of a connection into view. */
  revealEdge(id: string): void;
  zoomToFit(): void;
  zoomIn(): void;
  zoomOut(): void;
  resetZoom(): void;
  /** Moves the view only if a node does not stand well within it. */
  bringIntoView(id: string): void;
  /** Brings a node into view, and marks it for a moment. */
  reveal(id: string): void;
  /** The middle of what is in view, on the grid. */
  centre(): Point;
  /** Where a point of the screen lies on the canvas. */
  toCanvas(screen: Point): Point;
  view(): CanvasView;
  setView(view: CanvasView): void;
}

export interface CanvasProps {
  readonly model: CanvasModel;
  /** Ids of nodes and notes. */
  readonly selection: readonly string[];
  readonly selectedEdges?: readonly string[];
  readonly plan?: CanvasPlan;
  readonly isReadOnly: boolean;
  /** Shown within another page: the zoom is not told and not put back. */
  readonly isDemo?: boolean;
  readonly onIntent: (intent: CanvasIntent) => void;
  /** Told when zoom or place has settled. */
  readonly onView?: (view: CanvasView) => void;
}

/** Steps of the grid, size of a node, and factor of a step of zoom. */
export const GRID = 20;
export const NODE_SIZE = 100;
/** Connection type of items. */
export const MAIN = 'main';
export const ZOOM_STEP = 1.25;
